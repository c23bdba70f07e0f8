-- The latest questions whose answers cite a row.
select question.text, question.conversation_id, question.created_at
from conversations_message as answer
join conversations_message as question
    on question.turn_id = answer.turn_id and question.role = 'guest'
where answer.citations @> %(cites)s::jsonb
order by answer.created_at desc
limit %(most)s
