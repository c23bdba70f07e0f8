-- How long guests have waited since a moment, in milliseconds: half, 95 and 99 of 100.
select
    coalesce(percentile_cont(0.5) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.95) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.99) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.5) within group (order by duration_ms), 0),
    coalesce(percentile_cont(0.95) within group (order by duration_ms), 0),
    coalesce(percentile_cont(0.99) within group (order by duration_ms), 0)
from conversations_turn
where status = 'done' and created_at > %(since)s
