-- The sign of life of a process, for all turns that it has. Those which do not come
-- back belong to somebody else by now.
update conversations_turn
set lease_until = clock_timestamp() + %(lease)s
where owner = %(owner)s and status in ('queued', 'running')
returning id, stop_requested
