-- Turns whose process has given no sign of life for a while, the oldest first.
select id
from conversations_turn
where status in ('queued', 'running')
    and lease_until < now() - %(grace)s
    and (%(thread)s::uuid is null or conversation_id = %(thread)s::uuid)
order by created_at, id
limit %(most)s
