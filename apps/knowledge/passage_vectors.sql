-- The vectors of a property's passages of rows and of their sentences under one model, as
-- pgvector sends them.
select
    passage_id,
    vector_send(vector),
    array(select vector_send(sentence) from unnest(sentence_vectors) as sentence)
from knowledge_embedding
where property_id = %(property)s and model = %(model)s and state = 'ready'
    and passage_id in (
        select id from knowledge_passage where property_id = %(property)s and document_id is null
    )
