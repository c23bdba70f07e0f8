-- Running and queued turns, and the age of the oldest in seconds.
select
    count(*) filter (where status = 'running'),
    count(*) filter (where status = 'queued'),
    coalesce(extract(epoch from now() - min(created_at)), 0)
from conversations_turn
where status in ('queued', 'running')
