-- Second attempts, fallbacks and cost of guests' turns since a moment, and the seconds
-- within which 95 of 100 saved passages could be found by meaning.
select
    count(*) filter (
        where jsonb_array_length(
            jsonb_path_query_array(turn.nodes, '$[*] ? (@.node == "generate")')
        ) > 1
    ),
    count(*) filter (where turn.nodes @> '[{"node": "fallback"}]'),
    coalesce(avg(turn.cost_micros) filter (where turn.status = 'done'), 0),
    (
        select coalesce(
            percentile_cont(0.95) within group (
                order by extract(epoch from vector.embedded_at - item.updated_at)
            ),
            0
        )
        from knowledge_embedding as vector
        join knowledge_passage as passage on passage.id = vector.passage_id
        join catalog_item as item on item.id = passage.item_id
        where vector.embedded_at > %(since)s and vector.embedded_at >= item.updated_at
            and (%(place)s::bigint is null or item.property_id = %(place)s)
    )
from conversations_turn as turn
join conversations_conversation as conversation
    on conversation.id = turn.conversation_id and conversation.is_from_guest
where turn.created_at > %(since)s
    and (%(place)s::bigint is null or conversation.property_id = %(place)s)
