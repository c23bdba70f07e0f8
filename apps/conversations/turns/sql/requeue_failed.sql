-- Queues a failed turn for this process: the guest has sent its question again.
update conversations_turn
set status = 'queued', ended_at = null, owner = %(owner)s, reference = '',
    stop_requested = false, lease_until = now() + %(lease)s
where id = %(turn)s and status = 'failed'
returning id
