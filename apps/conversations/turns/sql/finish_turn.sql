-- Ends a turn and stores its answer together. The first end counts, and only the
-- attempt that runs may end it. Only guests raise alerts; an evaluation does not.
-- What the thread remembers of the turn is stored as LangGraph's saver for PostgreSQL
-- does; without a checkpoint there is nothing to remember.
-- An answer that is held keeps the time at which it expires, whatever staff set later.
with ended as (
    update conversations_turn
    set status = %(status)s, ended_at = now(), lease_until = null,
        route = %(route)s, guardrail = %(guardrail)s,
        likely_guardrail = %(likely_guardrail)s, is_in_part = %(is_in_part)s,
        is_remark = %(is_remark)s, specialist = %(specialist)s,
        provider = %(provider)s, model = %(model)s,
        fallback_reason = %(fallback_reason)s, prompt_hash = %(prompt_hash)s, nodes = %(nodes)s::jsonb,
        input_tokens = %(input_tokens)s, output_tokens = %(output_tokens)s,
        cost_micros = %(cost_micros)s,
        first_token_ms = %(first_token_ms)s, duration_ms = %(duration_ms)s,
        reference = %(reference)s
    where id = %(turn)s
        and attempt = %(attempt)s
        and status in ('queued', 'running')
    returning id, conversation_id
),
answer as (
    insert into conversations_message (
        conversation_id, turn_id, role, kind, text, language, sources, citations,
        cards, requests, followups, help, held, created_at
    )
    select
        ended.conversation_id, ended.id, 'concierge', %(kind)s, %(text)s, %(language)s,
        %(sources)s::jsonb, %(citations)s::jsonb, %(cards)s::jsonb,
        %(requests)s::jsonb, %(followups)s::jsonb, %(help)s::jsonb,
        case when %(held)s::jsonb is not null then %(held)s::jsonb || (
            select jsonb_build_object(
                'expires_at', now() + place.approval_minutes * interval '1 minute'
            )
            from conversations_conversation as talk
            join properties_property as place on place.id = talk.property_id
            where talk.id = ended.conversation_id
        ) end,
        clock_timestamp()
    from ended
    where %(has_answer)s
    returning id
),
alert as (
    insert into conversations_alert (
        conversation_id, turn_id, property_id, kind, created_at
    )
    select ended.conversation_id, ended.id, talk.property_id, %(alert)s::text, now()
    from ended
    join conversations_conversation as talk on talk.id = ended.conversation_id
    where %(alert)s::text <> '' and talk.is_from_guest
    returning id
),
checkpoint as (
    insert into langgraph.checkpoints (
        thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint,
        metadata
    )
    select
        ended.conversation_id::text, '', %(checkpoint_id)s, %(parent_checkpoint_id)s,
        %(checkpoint)s::jsonb, %(checkpoint_metadata)s::jsonb
    from ended
    where %(checkpoint_id)s::text <> ''
    on conflict do nothing
),
remembered as (
    insert into langgraph.checkpoint_blobs (
        thread_id, checkpoint_ns, channel, version, type, blob
    )
    select
        ended.conversation_id::text, '', changed.channel, changed.version, changed.type,
        changed.blob
    from ended
    cross join unnest(
        %(channels)s::text[], %(versions)s::text[], %(types)s::text[], %(blobs)s::bytea[]
    ) as changed (channel, version, type, blob)
    on conflict do nothing
)
select (select id from answer), (select id from alert) from ended
