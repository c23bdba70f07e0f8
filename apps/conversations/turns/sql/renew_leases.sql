-- Renews the leases of all turns of a process. Turns that are not returned belong to
-- another process by now.
update conversations_turn
set lease_until = clock_timestamp() + %(lease)s
where owner = %(owner)s and status in ('queued', 'running')
returning id, stop_requested
