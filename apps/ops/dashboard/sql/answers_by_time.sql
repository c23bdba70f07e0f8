-- Guests' answered turns of each step since a moment, on the clock of a time zone, and the
-- 95th percentile of their duration. step: "hour" or "day".
--
-- Turns are grouped before they meet the steps: a join by ranges reads all turns once a step.
with answered as (
    select
        date_trunc(%(step)s, turn.created_at at time zone %(zone)s) as begins_at,
        count(turn.id) as turns,
        percentile_cont(0.95) within group (order by turn.duration_ms) as duration_ms
    from conversations_turn as turn
    join conversations_conversation as conversation
        on conversation.id = turn.conversation_id
    where conversation.is_from_guest
        and (%(place)s::bigint is null or conversation.property_id = %(place)s)
        and turn.status = 'done'
        and turn.created_at >= date_trunc(
            %(step)s, %(since)s::timestamptz at time zone %(zone)s
        ) at time zone %(zone)s
    group by 1
)
select
    step.begins_at,
    coalesce(answered.turns, 0),
    coalesce(answered.duration_ms, 0)
from generate_series(
    date_trunc(%(step)s, %(since)s::timestamptz at time zone %(zone)s),
    now() at time zone %(zone)s,
    ('1 ' || %(step)s)::interval
) as step (begins_at)
left join answered using (begins_at)
order by step.begins_at
