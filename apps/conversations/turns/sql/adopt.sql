-- Takes over a turn whose process is dead: nobody has renewed its lease.
-- It is queued again, or ended when the guest stopped it or it failed too often.
with lost as (
    select turn.id, turn.stop_requested,
        turn.attempt >= %(most)s or turn.created_at < now() - %(patience)s as hopeless
    from conversations_turn as turn
    where turn.id = %(turn)s
        and turn.status in ('queued', 'running')
        and turn.lease_until < now()
    for update
)
update conversations_turn as turn
set status = case
        when lost.stop_requested then 'stopped'
        when lost.hopeless then 'failed'
        else 'queued'
    end,
    ended_at = case when lost.stop_requested or lost.hopeless then now() end,
    reference = case when lost.hopeless then %(reference)s else '' end,
    owner = %(owner)s,
    lease_until = now() + %(lease)s
from lost
where turn.id = lost.id
returning turn.status
