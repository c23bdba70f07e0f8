-- Stores a question and its turn before anything runs, in one statement.
-- `new_turn` is empty for a question that is stored already, or one too many; `thread` is
-- empty when the conversation belongs to another property or guest, or the concierge is
-- paused. Hashes are compared here, so the time that it takes tells nothing of a secret.
-- An urgent question is accepted although the concierge is paused or busy.
with property as (
    select id, bot_mode from properties_property where id = %(property)s
),
thread as (
    insert into conversations_conversation as conversation
        (id, property_id, secret_hash, channel, language, created_at, last_message_at)
    select
        %(conversation)s, property.id, %(secret_hash)s, %(channel)s, %(language)s,
        now(), now()
    from property
    where property.bot_mode <> 'paused' or %(is_urgent)s
    on conflict (id) do update
        set last_message_at = excluded.last_message_at, language = excluded.language
        where conversation.property_id = excluded.property_id
            and conversation.secret_hash = excluded.secret_hash
    returning id, whisper_plan
),
waiting as (
    select count(*) as turns
    from conversations_turn
    where conversation_id = %(conversation)s
        and client_id <> %(client)s
        and status in ('queued', 'running')
),
new_turn as (
    insert into conversations_turn (
        id, conversation_id, client_id, status, attempt, owner, lease_until,
        asked_for, started_at, stop_requested, route, guardrail, specialist, provider,
        prompt_hash, nodes, input_tokens, output_tokens, reference, created_at
    )
    select
        %(turn)s, thread.id, %(client)s,
        case when waiting.turns = 0 and %(may_run)s then 'running' else 'queued' end,
        case when waiting.turns = 0 and %(may_run)s then 1 else 0 end,
        %(owner)s, now() + %(lease)s, %(asked_for)s::timestamptz, now(), false,
        '', '', '', '', '', '[]'::jsonb, 0, 0, '', clock_timestamp()
    from thread, waiting
    where waiting.turns < %(max_unanswered)s or %(is_urgent)s
    on conflict do nothing
    returning id, attempt
),
question as (
    insert into conversations_message (
        conversation_id, turn_id, role, kind, text, language, sources, citations,
        followups, help, created_at
    )
    select
        %(conversation)s, new_turn.id, 'guest', 'answer', %(text)s, %(language)s,
        '[]'::jsonb, '[]'::jsonb, '[]'::jsonb, '[]'::jsonb, clock_timestamp()
    from new_turn
)
select
    property.bot_mode,
    thread.id is not null,
    waiting.turns,
    new_turn.id,
    new_turn.attempt,
    thread.whisper_plan,
    (
        select turn.id
        from conversations_turn as turn
        where turn.conversation_id = %(conversation)s and turn.status = 'done'
        order by turn.created_at desc
        limit 1
    )
from property
left join thread on true
cross join waiting
left join new_turn on true
