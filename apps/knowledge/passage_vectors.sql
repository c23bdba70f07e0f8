-- The vectors of a property's passages under one model, as pgvector sends them.
select passage_id, vector_send(vector)
from knowledge_embedding
where property_id = %(property)s and model = %(model)s and state = 'ready'
