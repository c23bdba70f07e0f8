-- The same question once more: a failed turn waits to be run by this process.
update conversations_turn
set status = 'queued', ended_at = null, owner = %(owner)s, reference = '',
    stop_requested = false, lease_until = now() + %(lease)s
where id = %(turn)s and status = 'failed'
returning id
