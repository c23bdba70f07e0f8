-- The latest checkpoint of a thread, with the values that it does not hold itself.
select
    checkpoint.checkpoint_id,
    checkpoint.parent_checkpoint_id,
    checkpoint.checkpoint::text,
    checkpoint.metadata::text,
    held.channels,
    held.versions,
    held.types,
    held.blobs
from langgraph.checkpoints as checkpoint
cross join lateral (
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
) as held
where checkpoint.thread_id = %(thread)s and checkpoint.checkpoint_ns = ''
order by checkpoint.checkpoint_id desc
limit 1
