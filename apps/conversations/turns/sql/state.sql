-- Whether somebody still answers a turn.
select status, lease_until < now() from conversations_turn where id = %(turn)s
