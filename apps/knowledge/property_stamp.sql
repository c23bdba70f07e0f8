-- One row that changes with the property, its law, its helplines, its live rows, their
-- passages, their phrasings, and the vectors of these and of their sentences. xmin is
-- the transaction that wrote a row version: any update changes the sums.
select
    property.xmin::text,
    jurisdiction.xmin::text,
    helplines.*,
    items.*,
    phrasings.*,
    (
        select max(passage.id)
        from knowledge_passage as passage
        where passage.property_id = property.id
    ),
    embeddings.*
from properties_property as property
join properties_jurisdiction as jurisdiction
    on jurisdiction.id = property.jurisdiction_id
cross join lateral (
    select
        count(*),
        coalesce(sum(helpline.xmin::text::bigint), 0),
        coalesce(sum(helpline.id), 0)
    from properties_helpline as helpline
    where helpline.jurisdiction_id = jurisdiction.id
) as helplines
cross join lateral (
    select
        count(*),
        coalesce(sum(item.revision), 0),
        max(item.updated_at),
        coalesce(sum(item.xmin::text::bigint), 0)
    from catalog_item as item
    where item.property_id = property.id
        and item.status = 'live'
) as items
cross join lateral (
    select
        count(embedding.statement_vectors),
        count(*) filter (where embedding.state = 'ready'),
        max(embedding.embedded_at)
    from knowledge_embedding as embedding
    where embedding.property_id = property.id
) as embeddings
cross join lateral (
    select
        count(phrasing.vector),
        coalesce(sum(phrasing.id), 0),
        coalesce(sum(hashtext(phrasing.field || ' ' || phrasing.text)), 0)
    from knowledge_phrasing as phrasing
    join catalog_item as item on item.id = phrasing.item_id
    where item.property_id = property.id
) as phrasings
where property.id = %(property)s
