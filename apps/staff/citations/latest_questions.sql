-- The latest questions of guests whose answers cite a row.
select question.text, question.conversation_id, question.created_at
from conversations_message as answer
join conversations_message as question
    on question.turn_id = answer.turn_id and question.role = 'guest'
join conversations_conversation as conversation
    on conversation.id = answer.conversation_id and conversation.is_from_guest
where answer.id in (select conversations_messages_citing(%(cites)s::jsonb))
order by answer.created_at desc
limit %(most)s
