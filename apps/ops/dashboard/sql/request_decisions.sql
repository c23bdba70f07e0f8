-- Minutes from the hand-over to staff until the first decision, for decisions since then.
select
    coalesce(percentile_cont(0.5) within group (order by minutes), -1)::float,
    coalesce(percentile_cont(0.95) within group (order by minutes), -1)::float,
    count(*)
from (
    select extract(epoch from min(decided.at) - max(submitted.at)) / 60 as minutes
    from reservations_requeststep decided
    join reservations_requeststep submitted
        on submitted.request_id = decided.request_id and submitted.action = 'submit'
    join reservations_request request on request.id = decided.request_id
    where decided.action in ('approve', 'decline', 'counter') and decided.at > %(since)s
        and (%(place)s::bigint is null or request.property_id = %(place)s)
    group by decided.request_id
) decisions
