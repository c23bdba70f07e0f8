-- xmin is the transaction that wrote a row version: any update changes the sums.
select
    property.xmin::text,
    count(item.id),
    coalesce(sum(item.revision), 0),
    max(item.updated_at),
    coalesce(sum(item.xmin::text::bigint), 0),
    (
        select max(passage.id)
        from knowledge_passage as passage
        where passage.property_id = property.id
    )
from properties_property as property
left join catalog_item as item
    on item.property_id = property.id
    and item.status = 'live'
where property.id = %(property)s
group by property.id, property.xmin::text
