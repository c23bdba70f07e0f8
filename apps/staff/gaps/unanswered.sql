-- Guests' questions since a moment that were answered with "not in the records" or were
-- rated badly, the newest first.
select asked.id, asked.text, talk.id, talk.property_id, asked.created_at
from conversations_turn as turn
join conversations_conversation as talk on talk.id = turn.conversation_id
join conversations_message as asked on asked.turn_id = turn.id and asked.role = 'guest'
join conversations_message as told
    on told.turn_id = turn.id and told.role = 'concierge'
where turn.created_at > %(since)s
    and turn.guardrail = ''
    and (
        (
            told.kind = 'notice'
            and told.followups = '[]'::jsonb
            and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
        )
        or exists (
            select from conversations_feedback as opinion
            where opinion.turn_id = turn.id and opinion.rating <= 2
        )
    )
order by turn.created_at desc
limit %(most)s
