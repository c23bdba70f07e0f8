-- The latest messages of a thread that no gate stopped, the newest first.
select message.role, message.text
from conversations_message as message
join conversations_turn as turn on turn.id = message.turn_id
where message.conversation_id = %(thread)s and turn.guardrail = ''
order by message.created_at desc, message.id desc
limit %(most)s
