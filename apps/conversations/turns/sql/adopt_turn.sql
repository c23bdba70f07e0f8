-- Takes over a turn whose lease has expired: its process is dead.
-- The turn is queued again, or ended if the guest stopped it or it failed too often.
with expired as (
    select turn.id, turn.stop_requested,
        turn.attempt >= %(max_attempts)s or turn.created_at < now() - %(max_age)s as hopeless
    from conversations_turn as turn
    where turn.id = %(turn)s
        and turn.status in ('queued', 'running')
        and turn.lease_until < now()
    for update
)
update conversations_turn as turn
set status = case
        when expired.stop_requested then 'stopped'
        when expired.hopeless then 'failed'
        else 'queued'
    end,
    ended_at = case when expired.stop_requested or expired.hopeless then now() end,
    reference = case when expired.hopeless then %(reference)s else '' end,
    owner = %(owner)s,
    lease_until = now() + %(lease)s
from expired
where turn.id = expired.id
returning turn.status
