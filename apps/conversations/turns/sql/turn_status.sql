-- A turn's status, and whether its lease has expired.
select status, lease_until < now() from conversations_turn where id = %(turn)s
