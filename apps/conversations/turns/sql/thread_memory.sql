-- What a thread remembers: its latest checkpoint, with the values that this does not
-- hold itself, the place where it is held, and the facts that its guest has told, the oldest first: here, or anywhere
-- if he agreed to be remembered. By text a full conversation goes on in another, and
-- what was told before a long silence is deleted.
-- Staff who try a phone have a guest of their own there, who may tell as any guest may.
select
    conversation.guest_id,
    coalesce(guest.is_remembered, false),
    told.facts::text,
    coalesce(conversation.is_from_guest or conversation.guest_id is not null, false),
    conversation.place_in_focus_id,
    checkpoint.checkpoint_id,
    checkpoint.parent_checkpoint_id,
    checkpoint.checkpoint::text,
    checkpoint.metadata::text,
    held.channels,
    held.versions,
    held.types,
    held.blobs
from (select %(thread)s::uuid as id) as thread
left join conversations_conversation as conversation on conversation.id = thread.id
left join guests_guest as guest on guest.id = conversation.guest_id
left join lateral (
    select
        coalesce(
            jsonb_agg(
                jsonb_build_object(
                    'key', fact.key, 'value', fact.value, 'quote', fact.quote,
                    'choice_quotes', fact.choice_quotes,
                    'turn_id', fact.turn_id, 'collected_at', fact.collected_at
                )
                order by fact.collected_at, fact.id
            ),
            '[]'
        ) as facts
    from guests_guestfact as fact
    where fact.guest_id = conversation.guest_id
        and fact.superseded_at is null
        and (
            fact.consent_scope = 'memory'
            or not exists (
                select from conversations_turn as turn
                join conversations_conversation as earlier
                    on earlier.id = turn.conversation_id
                where turn.id = fact.turn_id
                    and earlier.id <> conversation.id
                    and not (earlier.channel = 'sms' and conversation.channel = 'sms')
            )
        )
) as told on true
left join lateral (
    select latest.*
    from langgraph.checkpoints as latest
    where latest.thread_id = thread.id::text and latest.checkpoint_ns = ''
    order by latest.checkpoint_id desc
    limit 1
) as checkpoint on true
left join lateral (
    select
        coalesce(array_agg(blob.channel), '{}') as channels,
        coalesce(array_agg(blob.version), '{}') as versions,
        coalesce(array_agg(blob.type), '{}') as types,
        coalesce(array_agg(blob.blob), '{}') as blobs
    from jsonb_each_text(checkpoint.checkpoint -> 'channel_versions') as version
    join langgraph.checkpoint_blobs as blob
        on blob.thread_id = checkpoint.thread_id
        and blob.checkpoint_ns = checkpoint.checkpoint_ns
        and blob.channel = version.key
        and blob.version = version.value
    where blob.blob is not null
) as held on true
