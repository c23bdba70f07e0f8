-- Runs a queued turn when no older one of its conversation is unfinished.
update conversations_turn as turn
set status = 'running', attempt = turn.attempt + 1, started_at = now(),
    lease_until = now() + %(lease)s
where turn.id = %(turn)s
    and turn.status = 'queued'
    and turn.owner = %(owner)s
    and not exists (
        select 1
        from conversations_turn as older
        where older.conversation_id = turn.conversation_id
            and older.status in ('queued', 'running')
            and (older.created_at, older.id) < (turn.created_at, turn.id)
    )
returning turn.attempt
