-- Another attempt of a turn of this process after an outage.
update conversations_turn
set attempt = attempt + 1, started_at = now(), lease_until = now() + %(lease)s
where id = %(turn)s and status = 'running' and owner = %(owner)s
returning attempt
