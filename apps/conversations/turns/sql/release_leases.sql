-- Hands turns over at once: the next process that looks finds their leases expired.
update conversations_turn
set lease_until = now() - interval '1 second'
where owner = %(owner)s and status in ('queued', 'running')
returning id
