-- For each word of the passages of a property's rows those that hold it, as (id of the passage,
-- rank), encoded in eight and four bytes. The rank is that of ts_rank_cd in fifths: 1.0
-- each time a title has the word, and 0.4 each time a text has it.
select
    word.lexeme,
    string_agg(
        int8send(passage.id) || int4send(
            2 * cardinality(word.weights)
            + 3 * cardinality(array_positions(word.weights, 'A'))
        ),
        ''
    )
from knowledge_passage as passage
cross join unnest(passage.search) as word
where passage.property_id = %(property)s and passage.document_id is null
group by word.lexeme
