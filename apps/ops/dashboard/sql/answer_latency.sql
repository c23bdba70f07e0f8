-- Quantiles 0.5, 0.95 and 0.99 of the time to the first word and to the whole answer
-- since a moment, in milliseconds.
select
    coalesce(percentile_cont(0.5) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.95) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.99) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.5) within group (order by duration_ms), 0),
    coalesce(percentile_cont(0.95) within group (order by duration_ms), 0),
    coalesce(percentile_cont(0.99) within group (order by duration_ms), 0)
from conversations_turn
where status = 'done' and created_at > %(since)s
