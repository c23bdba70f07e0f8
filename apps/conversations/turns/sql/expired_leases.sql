-- Unfinished turns whose leases have expired, the oldest first.
select id
from conversations_turn
where status in ('queued', 'running')
    and lease_until < now() - %(grace)s
    and (%(thread)s::uuid is null or conversation_id = %(thread)s::uuid)
order by created_at, id
limit %(limit)s
