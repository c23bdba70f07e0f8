-- Stores a question and its turn before anything runs, in one statement.
-- `new_turn` is empty for a question that is stored already, or one too many; `thread` is
-- empty when the conversation belongs to another property or guest, when it must exist and
-- was erased, or while the concierge is paused. Hashes are compared here, so the time that
-- it takes tells nothing of a secret.
-- A guest who agreed to be remembered takes his facts into a new conversation; the key
-- of nobody, or of another property's guest, brings nothing.
-- An urgent question is accepted although the concierge is paused or busy.
-- While an experiment runs, the turn gets an arm of it: that of the guest's or thread's
-- first turn, or else by the hash of the salt and the guest or thread, as a fraction of
-- all hashes that is compared with the running sum of the weights.
with property as (
    select id, bot_mode from properties_property where id = %(property)s
),
place_in_focus as (
    select item.id
    from catalog_item as item, property
    where item.id = %(place_in_focus)s::bigint and item.property_id = property.id
),
known_thread as (
    -- Waits for an erasure that runs, and then finds nothing.
    update conversations_conversation as conversation
    set last_message_at = now(),
        language = %(language)s,
        place_in_focus_id = coalesce(
            (select id from place_in_focus), conversation.place_in_focus_id
        )
    from property
    where %(must_exist)s
        and conversation.id = %(conversation)s
        and conversation.property_id = property.id
        and conversation.secret_hash = %(secret_hash)s
        and (property.bot_mode <> 'paused' or %(is_urgent)s)
    returning conversation.id, guest_id, is_from_guest, whisper_plan
),
named_thread as (
    insert into conversations_conversation as conversation
        (
            id, property_id, guest_id, place_in_focus_id, secret_hash, channel, language,
            created_at, last_message_at
        )
    select
        %(conversation)s, property.id, guest.id, (select id from place_in_focus),
        %(secret_hash)s, %(channel)s, %(language)s, now(), now()
    from property
    left join guests_guest as guest
        on guest.id = %(guest_id)s::uuid and guest.property_id = property.id
        and guest.is_remembered and guest.secret_hash = %(guest_secret_hash)s
    where not %(must_exist)s and (property.bot_mode <> 'paused' or %(is_urgent)s)
    on conflict (id) do update
        set last_message_at = excluded.last_message_at,
            language = excluded.language,
            place_in_focus_id = coalesce(
                excluded.place_in_focus_id, conversation.place_in_focus_id
            )
        where conversation.property_id = excluded.property_id
            and conversation.secret_hash = excluded.secret_hash
    returning id, guest_id, is_from_guest, whisper_plan
),
thread as (
    select * from known_thread union all select * from named_thread
),
waiting as (
    select count(*) as turns
    from conversations_turn
    where conversation_id = %(conversation)s
        and client_id <> %(client)s
        and status in ('queued', 'running')
),
experiment as (
    select
        running.id,
        thread.id as thread_id,
        thread.guest_id,
        sha256(convert_to(
            running.salt || ':' || coalesce(thread.guest_id, thread.id)::text, 'UTF8'
        )) as hash
    from properties_experiment as running
    cross join thread
    where running.property_id = %(property)s
        and running.begun_at is not null
        and running.ended_at is null
        and thread.is_from_guest
),
arm as (
    select coalesce(
        (
            select turn.arm_id
            from (
                select experiment.thread_id as id
                union
                select talk.id
                from conversations_conversation as talk
                where talk.guest_id = experiment.guest_id
            ) as own
            cross join lateral (
                -- The turns of these threads alone: "offset" keeps the planner from
                -- beginning with all turns of the arm.
                select turn.arm_id, turn.created_at
                from conversations_turn as turn
                where turn.conversation_id = own.id
                offset 0
            ) as turn
            join properties_experimentarm as earlier on earlier.id = turn.arm_id
            where earlier.experiment_id = experiment.id
            order by turn.created_at
            limit 1
        ),
        (
            select weighted.id
            from (
                select
                    id,
                    sum(weight) over (order by id) as weights_so_far,
                    sum(weight) over () as all_weights
                from properties_experimentarm
                where experiment_id = experiment.id
            ) as weighted
            where ('x' || left(encode(experiment.hash, 'hex'), 8))::bit(32)::bigint
                * weighted.all_weights < weighted.weights_so_far * (1::bigint << 32)
            order by weighted.id
            limit 1
        )
    ) as id
    from experiment
),
new_turn as (
    insert into conversations_turn (
        id, conversation_id, arm_id, client_id, status, attempt, owner, lease_until,
        asked_for, started_at, stop_requested, route, guardrail, specialist, provider,
        prompt_hash, nodes, input_tokens, output_tokens, reference, created_at
    )
    select
        %(turn)s, thread.id, (select arm.id from arm), %(client)s,
        case when waiting.turns = 0 and %(may_run)s then 'running' else 'queued' end,
        case when waiting.turns = 0 and %(may_run)s then 1 else 0 end,
        %(owner)s, now() + %(lease)s, %(asked_for)s::timestamptz, now(), false,
        '', '', '', '', '', '[]'::jsonb, 0, 0, '', clock_timestamp()
    from thread, waiting
    where waiting.turns < %(max_unanswered)s or %(is_urgent)s
    on conflict do nothing
    returning id, arm_id, attempt
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
    ),
    (
        select arm.changes::text
        from properties_experimentarm as arm
        where arm.id = new_turn.arm_id
    )
from property
left join thread on true
cross join waiting
left join new_turn on true
