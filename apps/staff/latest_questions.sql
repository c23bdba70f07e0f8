-- The latest questions whose answers cite a row.
select asked.text, asked.conversation_id, asked.created_at
from conversations_message as told
join conversations_message as asked
    on asked.turn_id = told.turn_id and asked.role = 'guest'
where told.citations @> %(cites)s::jsonb
order by told.created_at desc
limit %(most)s
