-- The latest messages of a thread, without turns that a guardrail stopped, newest first.
select message.role, message.text
from conversations_message as message
join conversations_turn as turn on turn.id = message.turn_id
where message.conversation_id = %(thread)s and turn.guardrail = ''
order by message.created_at desc, message.id desc
limit %(limit)s
