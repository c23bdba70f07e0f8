-- Counts of guests' turns since a moment by outcome, and their tokens.
select
    count(*) filter (where turn.status = 'done'),
    count(*) filter (where turn.status = 'failed'),
    count(*) filter (where turn.status = 'stopped'),
    count(*) filter (where answer.citations <> '[]'::jsonb),
    count(*) filter (
        where answer.kind = 'notice'
            and turn.guardrail = ''
            and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
    ),
    coalesce(sum(turn.input_tokens), 0),
    coalesce(sum(turn.output_tokens), 0)
from conversations_turn as turn
join conversations_conversation as conversation
    on conversation.id = turn.conversation_id and conversation.is_from_guest
left join conversations_message as answer
    on answer.turn_id = turn.id and answer.role = 'concierge'
where turn.created_at > %(since)s
    and (%(place)s::bigint is null or conversation.property_id = %(place)s)
