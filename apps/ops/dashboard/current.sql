-- What happens at this moment.
select
    count(*) filter (where status = 'running'),
    count(*) filter (where status = 'queued'),
    coalesce(extract(epoch from now() - min(created_at)), 0)
from conversations_turn
where status in ('queued', 'running')
