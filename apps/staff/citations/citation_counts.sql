-- Answers since a moment, by the row that they cite.
select citation.item_id, count(distinct answer.id)
from conversations_message as answer
cross join lateral (
    select (source ->> 'item_id')::bigint as item_id
    from jsonb_array_elements(answer.citations) as source
) as citation
where answer.role = 'concierge'
    and answer.created_at > %(since)s
    and answer.citations <> '[]'::jsonb
group by citation.item_id
