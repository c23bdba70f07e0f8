-- The rank of the words that passages of one property share with a question: of all in
-- focus, and of the best of the rest.
with scoped as materialized (
    select
        passage.id,
        passage.subject_id = any(%(subjects)s::bigint[]) as is_in_focus,
        ts_rank_cd(passage.search, query.words) as words
    from knowledge_passage as passage
    join catalog_item as item on item.id = passage.item_id
    cross join (select to_tsquery('english', %(words)s) as words) as query
    where passage.property_id = %(property)s
        and passage.search @@ query.words
        and (item.valid_from is null or item.valid_from <= %(at)s)
        and (item.valid_to is null or item.valid_to > %(at)s)
)
select id, words from scoped where is_in_focus
union
(select id, words from scoped order by words desc, id limit %(most)s)
