-- Answers since a moment, by the row that they cite.
select cited.item, count(distinct told.id)
from conversations_message as told
cross join lateral (
    select (source ->> 'item_id')::bigint as item
    from jsonb_array_elements(told.citations) as source
) as cited
where told.role = 'concierge'
    and told.created_at > %(since)s
    and told.citations <> '[]'::jsonb
group by cited.item
