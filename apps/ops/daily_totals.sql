-- Sums a day of every property on its own calendar; `ago` 0 is its today. Tokens and
-- cost include what staff and evaluations asked; everything else counts guests only.
insert into ops_dailytotals (
    property_id, day, questions, cited, unanswered, stopped, failed, thumbs_up,
    thumbs_down, input_tokens, output_tokens, cost_micros, first_token_p95_ms,
    answer_p95_ms
)
select
    place.id,
    place.day,
    count(turn.id) filter (where conversation.is_from_guest),
    count(turn.id) filter (
        where answer.citations <> '[]'::jsonb and conversation.is_from_guest
    ),
    count(turn.id) filter (
        where answer.kind = 'notice'
            and turn.guardrail = ''
            and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
            and conversation.is_from_guest
    ),
    count(turn.id) filter (where turn.guardrail <> '' and conversation.is_from_guest),
    count(turn.id) filter (where turn.status = 'failed' and conversation.is_from_guest),
    count(feedback.id) filter (where feedback.rating >= 4),
    count(feedback.id) filter (where feedback.rating <= 2),
    coalesce(sum(turn.input_tokens), 0) + coalesce(max(expense.input_tokens), 0),
    coalesce(sum(turn.output_tokens), 0) + coalesce(max(expense.output_tokens), 0),
    coalesce(sum(turn.cost_micros), 0) + coalesce(max(expense.cost_micros), 0),
    coalesce(
        percentile_cont(0.95) within group (order by turn.first_token_ms)
            filter (where conversation.is_from_guest),
        0
    ),
    coalesce(
        percentile_cont(0.95) within group (order by turn.duration_ms)
            filter (where conversation.is_from_guest),
        0
    )
from (
    select
        id,
        time_zone,
        (now() at time zone time_zone)::date - %(ago)s::int as day
    from properties_property
) as place
left join conversations_conversation as conversation on conversation.property_id = place.id
left join conversations_turn as turn
    on turn.conversation_id = conversation.id
    and turn.created_at >= place.day::timestamp at time zone place.time_zone
    and turn.created_at < (place.day + 1)::timestamp at time zone place.time_zone
left join conversations_message as answer
    on answer.turn_id = turn.id and answer.role = 'concierge'
left join conversations_feedback as feedback on feedback.turn_id = turn.id
-- One row for each property, which stands beside each of its turns.
left join lateral (
    select
        sum(input_tokens) as input_tokens,
        sum(output_tokens) as output_tokens,
        sum(cost_micros) as cost_micros
    from conversations_expense
    where property_id = place.id
        and created_at >= place.day::timestamp at time zone place.time_zone
        and created_at < (place.day + 1)::timestamp at time zone place.time_zone
) as expense on true
group by place.id, place.day
on conflict (property_id, day) do update set
    questions = excluded.questions,
    cited = excluded.cited,
    unanswered = excluded.unanswered,
    stopped = excluded.stopped,
    failed = excluded.failed,
    thumbs_up = excluded.thumbs_up,
    thumbs_down = excluded.thumbs_down,
    input_tokens = excluded.input_tokens,
    output_tokens = excluded.output_tokens,
    cost_micros = excluded.cost_micros,
    first_token_p95_ms = excluded.first_token_p95_ms,
    answer_p95_ms = excluded.answer_p95_ms
returning id
