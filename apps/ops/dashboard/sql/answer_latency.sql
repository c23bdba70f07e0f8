-- Quantiles 0.5, 0.95 and 0.99 of the time to the first word and to the whole answer
-- since a moment, in milliseconds; of guests only, of a property or of all.
select
    coalesce(percentile_cont(0.5) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.95) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.99) within group (order by first_token_ms), 0),
    coalesce(percentile_cont(0.5) within group (order by duration_ms), 0),
    coalesce(percentile_cont(0.95) within group (order by duration_ms), 0),
    coalesce(percentile_cont(0.99) within group (order by duration_ms), 0)
from conversations_turn as turn
join conversations_conversation as conversation on conversation.id = turn.conversation_id
where turn.status = 'done' and turn.created_at > %(since)s and conversation.is_from_guest
    and (%(place)s::bigint is null or conversation.property_id = %(place)s)
