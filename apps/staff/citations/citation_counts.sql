-- Answers to guests since a moment, by the row that they cite.
select citation.item_id, count(distinct answer.id)
from conversations_message as answer
join conversations_conversation as conversation
    on conversation.id = answer.conversation_id and conversation.is_from_guest
cross join lateral (
    select (source ->> 'item_id')::bigint as item_id
    from jsonb_array_elements(answer.citations) as source
) as citation
where answer.role = 'concierge'
    and answer.created_at > %(since)s
    and answer.citations <> '[]'::jsonb
group by citation.item_id
