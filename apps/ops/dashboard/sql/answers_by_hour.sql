-- Guests' answered turns of each hour since a moment, and the 95th percentile of their duration.
select
    hour,
    count(turn.id),
    coalesce(percentile_cont(0.95) within group (order by turn.duration_ms), 0)
from generate_series(
    date_trunc('hour', %(since)s::timestamptz), now(), interval '1 hour'
) as hour
left join (
    conversations_turn as turn
    join conversations_conversation as conversation
        on conversation.id = turn.conversation_id and conversation.is_from_guest
)
    on turn.created_at >= hour
    and turn.created_at < hour + interval '1 hour'
    and turn.status = 'done'
group by hour
order by hour
