-- xmin is the transaction that wrote a row version: another sum after every change.
select
    property.xmin::text,
    jurisdiction.xmin::text,
    count(helpline.id),
    coalesce(sum(helpline.xmin::text::bigint), 0),
    coalesce(sum(helpline.id), 0)
from properties_property as property
join properties_jurisdiction as jurisdiction
    on jurisdiction.id = property.jurisdiction_id
left join properties_helpline as helpline
    on helpline.jurisdiction_id = jurisdiction.id
where property.id = %(property)s
group by property.xmin::text, jurisdiction.xmin::text
