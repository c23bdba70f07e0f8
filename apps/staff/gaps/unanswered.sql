-- Guests' questions since a moment that were answered with "not in the records" or whose
-- answer was rated badly, the newest first.
select question.id, question.text, conversation.id, conversation.property_id, question.created_at
from conversations_turn as turn
join conversations_conversation as conversation on conversation.id = turn.conversation_id
join conversations_message as question on question.turn_id = turn.id and question.role = 'guest'
join conversations_message as answer
    on answer.turn_id = turn.id and answer.role = 'concierge'
where turn.created_at > %(since)s
    and conversation.is_from_guest
    and turn.guardrail = ''
    and (
        (
            answer.kind = 'notice'
            and answer.followups = '[]'::jsonb
            and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
        )
        or exists (
            select from conversations_feedback as feedback
            where feedback.turn_id = turn.id and feedback.rating <= 2
        )
    )
order by turn.created_at desc
limit %(most)s
