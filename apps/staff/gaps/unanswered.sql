-- Guests' questions since a moment that were answered with "not in the records" (or would
-- have been, had staff decided on that answer before it expired), whose
-- answer was rated badly, or whose answer says that the records hold only part of it. The
-- last kind (is_in_part) comes after the others; the newest of each kind are first. What a
-- guest states of the resort (is_remark) stands among the first. The last column says that
-- nothing but the answer made it one, so what only tells of the guest is none.
select question.id, question.text, conversation.id, conversation.property_id,
    question.created_at,
    not (reason.is_unanswered or reason.is_bad or turn.is_remark), turn.is_remark,
    question.language, not (reason.is_bad or turn.is_remark)
from conversations_turn as turn
join conversations_conversation as conversation on conversation.id = turn.conversation_id
join conversations_message as question on question.turn_id = turn.id and question.role = 'guest'
join conversations_message as answer
    on answer.turn_id = turn.id and answer.role = 'concierge'
cross join lateral (
    select
        (
            answer.kind = 'notice'
            or answer.kind = 'expired' and answer.decisions @> '[{"kind": "notice"}]'
        )
            and answer.followups = '[]'::jsonb
            and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
            as is_unanswered,
        exists (
            select from conversations_feedback as feedback
            where feedback.turn_id = turn.id and feedback.rating <= 2
        ) as is_bad,
        turn.is_in_part and answer.kind = 'answer' as is_in_part
) as reason
where turn.created_at > %(since)s
    and conversation.is_from_guest
    and turn.guardrail = ''
    -- About what staff decide, and no record says.
    and turn.route <> 'bookings'
    and answer.requests = '[]'::jsonb
    and (reason.is_unanswered or reason.is_bad or reason.is_in_part or turn.is_remark)
order by (reason.is_unanswered or reason.is_bad or turn.is_remark) desc, turn.created_at desc
limit %(most)s
