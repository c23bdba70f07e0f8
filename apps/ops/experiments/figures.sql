-- A row for each arm of these experiments. Each guest counts once, with the mean of what
-- came of the guest's turns, so that guests who ask much do not outweigh the others; the
-- guests of a rate are those for whom there is anything to count.
with arm as (
    select id from properties_experimentarm where experiment_id = any(%(experiments)s)
),
turns as (
    select
        turn.arm_id,
        coalesce(talk.guest_id, talk.id) as guest,
        turn.cost_micros,
        nullif(length(answer.text), 0) as answer_chars,
        case
            when feedback.rating >= 4 then 1
            when feedback.rating <= 2 then 0
        end as thumb,
        case
            when turn.status = 'done'
                and turn.guardrail = ''
                and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
            then (answer.kind = 'notice')::int
        end as gap
    from arm
    join conversations_turn as turn on turn.arm_id = arm.id
    join conversations_conversation as talk
        on talk.id = turn.conversation_id and talk.is_from_guest
    left join conversations_message as answer
        on answer.turn_id = turn.id and answer.role = 'concierge'
    left join conversations_feedback as feedback on feedback.turn_id = turn.id
),
guests as (
    select
        arm_id,
        guest,
        avg(thumb)::float as thumbs,
        avg(gap)::float as gaps,
        avg(answer_chars)::float as letters,
        avg(cost_micros)::float as micros
    from turns
    group by arm_id, guest
),
rates as (
    select
        arm_id,
        count(*) as guests,
        count(thumbs) as rated,
        coalesce(sum(thumbs), 0) as thumbs,
        coalesce(sum(thumbs * thumbs), 0) as thumbs_squared,
        count(gaps) as answered,
        coalesce(sum(gaps), 0) as gaps,
        coalesce(sum(gaps * gaps), 0) as gaps_squared,
        count(letters) as written_to,
        coalesce(sum(letters), 0) as letters,
        coalesce(sum(letters * letters), 0) as letters_squared,
        coalesce(max(letters), 0) as most_letters,
        coalesce(sum(micros), 0) as micros,
        coalesce(sum(micros * micros), 0) as micros_squared,
        coalesce(max(micros), 0) as most_micros
    from guests
    group by arm_id
),
totals as (
    select
        arm_id,
        count(*) as turns,
        percentile_cont(0.5) within group (order by answer_chars) as answer_chars,
        sum(cost_micros)::bigint as cost_micros
    from turns
    group by arm_id
)
select
    arm.id,
    coalesce(totals.turns, 0),
    coalesce(rates.guests, 0),
    coalesce(rates.rated, 0),
    coalesce(rates.thumbs, 0),
    coalesce(rates.thumbs_squared, 0),
    coalesce(rates.answered, 0),
    coalesce(rates.gaps, 0),
    coalesce(rates.gaps_squared, 0),
    coalesce(rates.written_to, 0),
    coalesce(rates.letters, 0),
    coalesce(rates.letters_squared, 0),
    coalesce(rates.most_letters, 0),
    coalesce(rates.guests, 0),
    coalesce(rates.micros, 0),
    coalesce(rates.micros_squared, 0),
    coalesce(rates.most_micros, 0),
    totals.answer_chars,
    coalesce(totals.cost_micros, 0)
from arm
left join totals on totals.arm_id = arm.id
left join rates on rates.arm_id = arm.id
