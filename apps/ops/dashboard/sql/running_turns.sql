-- Running and queued turns, and the age of the oldest in seconds, null without any.
select
    count(*) filter (where status = 'running'),
    count(*) filter (where status = 'queued'),
    extract(epoch from now() - min(turn.created_at))
from conversations_turn as turn
join conversations_conversation as conversation on conversation.id = turn.conversation_id
where status in ('queued', 'running')
    and (%(place)s::bigint is null or conversation.property_id = %(place)s)
