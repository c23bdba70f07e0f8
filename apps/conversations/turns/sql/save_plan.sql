-- Stores the plan for the next turn of a thread.
update conversations_conversation
set whisper_plan = %(plan)s::jsonb
where id = %(thread)s
returning id
