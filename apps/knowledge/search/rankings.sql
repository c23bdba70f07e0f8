-- Passages of one property that any ranking may want, with what each ranking sees.
-- Distances are computed for every passage in scope: at the size of a catalog exact
-- search is faster than an index and never misses.
with scoped as materialized (
    select
        passage.id,
        passage.subject_id = any(%(subjects)s::bigint[]) as is_in_focus,
        embedding.id is not null as has_vector,
        1 - (embedding.vector <=> %(direct)s::vector) as direct,
        1 - (embedding.vector <=> %(second)s::vector) as second,
        (
            select max(1 - (sentence <=> %(direct)s::vector))
            from unnest(embedding.sentence_vectors) as sentence
        ) as sentence,
        case
            when passage.search @@ query.words
            then ts_rank_cd(passage.search, query.words)
        end as words
    from knowledge_passage as passage
    join catalog_item as item on item.id = passage.item_id
    cross join (select to_tsquery('english', %(words)s) as words) as query
    left join knowledge_embedding as embedding
        on embedding.passage_id = passage.id
        and embedding.model = %(model)s
        and embedding.state = 'ready'
    where passage.property_id = %(property)s
        and (item.valid_from is null or item.valid_from <= %(at)s)
        and (item.valid_to is null or item.valid_to > %(at)s)
)
select * from scoped where is_in_focus
union
(select * from scoped where direct is not null order by direct desc, id limit %(most)s)
union
(select * from scoped where second is not null order by second desc, id limit %(most)s)
union
(select * from scoped where sentence is not null order by sentence desc, id limit %(most)s)
union
(select * from scoped where words is not null order by words desc, id limit %(most)s)
