-- What became of the turns since a moment.
select
    count(*) filter (where turn.status = 'done'),
    count(*) filter (where turn.status = 'failed'),
    count(*) filter (where turn.status = 'stopped'),
    count(*) filter (where said.citations <> '[]'::jsonb),
    count(*) filter (
        where said.kind = 'notice'
            and turn.guardrail = ''
            and turn.route in ('property_qa', 'hours_schedule', 'ambiguous')
    ),
    coalesce(sum(turn.input_tokens), 0),
    coalesce(sum(turn.output_tokens), 0)
from conversations_turn as turn
left join conversations_message as said
    on said.turn_id = turn.id and said.role = 'concierge'
where turn.created_at > %(since)s
