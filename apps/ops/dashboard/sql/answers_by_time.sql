-- Guests' answered turns of each step since a moment, on the clock of a time zone, and the
-- 95th percentile of their duration. step: "hour" or "day".
select
    step.begins_at,
    count(turn.id),
    coalesce(percentile_cont(0.95) within group (order by turn.duration_ms), 0)
from generate_series(
    date_trunc(%(step)s, %(since)s::timestamptz at time zone %(zone)s),
    now() at time zone %(zone)s,
    ('1 ' || %(step)s)::interval
) as step (begins_at)
left join (
    conversations_turn as turn
    join conversations_conversation as conversation
        on conversation.id = turn.conversation_id
        and conversation.is_from_guest
        and (%(place)s::bigint is null or conversation.property_id = %(place)s)
)
    on turn.created_at >= step.begins_at at time zone %(zone)s
    and turn.created_at
        < (step.begins_at + ('1 ' || %(step)s)::interval) at time zone %(zone)s
    and turn.status = 'done'
group by step.begins_at
order by step.begins_at
