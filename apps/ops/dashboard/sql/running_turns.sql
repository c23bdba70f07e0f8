-- Running and queued turns, and the age of the oldest in seconds, null without any.
select
    count(*) filter (where status = 'running'),
    count(*) filter (where status = 'queued'),
    extract(epoch from now() - min(created_at))
from conversations_turn
where status in ('queued', 'running')
