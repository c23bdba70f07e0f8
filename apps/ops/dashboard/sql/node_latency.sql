-- The 95th percentile of the duration of each node since a moment, of guests' turns.
select
    step ->> 'node',
    percentile_cont(0.95) within group (order by (step ->> 'duration_ms')::float)
from conversations_turn as turn
join conversations_conversation as conversation
    on conversation.id = turn.conversation_id and conversation.is_from_guest
cross join lateral jsonb_array_elements(turn.nodes) as step
where turn.created_at > %(since)s and turn.status = 'done'
    and (%(place)s::bigint is null or conversation.property_id = %(place)s)
group by step ->> 'node'
order by step ->> 'node'
