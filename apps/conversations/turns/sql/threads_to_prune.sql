-- Idle threads that keep more than their latest checkpoint.
select conversation.id::text
from conversations_conversation as conversation
join langgraph.checkpoints as checkpoint
    on checkpoint.thread_id = conversation.id::text
where conversation.last_message_at < now() - %(idle)s
group by conversation.id
having count(*) > 1
limit %(limit)s
