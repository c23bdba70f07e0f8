-- What is planned with after a turn: the latest messages of the thread, without turns
-- that a guardrail stopped, the oldest first; the facts that its guest has told; how the
-- turn ended; and whether the guest was refused something, complained, or was given help.
select
    (
        select coalesce(jsonb_agg(recent.line order by recent.created_at, recent.id), '[]')
        from (
            select
                message.role || ': ' || message.text as line,
                message.created_at,
                message.id
            from conversations_message as message
            join conversations_turn as turn on turn.id = message.turn_id
            where message.conversation_id = conversation.id and turn.guardrail = ''
            order by message.created_at desc, message.id desc
            limit %(limit)s
        ) as recent
    )::text,
    (
        select coalesce(
            jsonb_agg(
                jsonb_build_object(
                    'key', fact.key, 'value', fact.value, 'quote', fact.quote,
                    'collected_at', fact.collected_at
                )
            ),
            '[]'
        )
        from guests_guestfact as fact
        where fact.guest_id = conversation.guest_id
            and fact.superseded_at is null
            and (
                fact.consent_scope = 'memory'
                or not exists (
                    select from conversations_turn as turn
                    where turn.id = fact.turn_id and turn.conversation_id <> conversation.id
                )
            )
    )::text,
    coalesce(ended.guardrail, ''),
    coalesce(ended.route, ''),
    exists (
        select from conversations_turn as turn
        where turn.conversation_id = conversation.id
            and (turn.guardrail <> '' or turn.route = any(%(upset_routes)s))
    )
    or exists (
        select from conversations_message as message
        where message.conversation_id = conversation.id
            and (message.kind = 'care' or message.help <> '[]')
    )
from conversations_conversation as conversation
left join conversations_turn as ended on ended.id = %(turn)s
where conversation.id = %(thread)s
