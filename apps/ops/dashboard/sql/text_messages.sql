-- Messages by status, and the age in seconds of the oldest one of each.
select status, count(*), extract(epoch from now() - min(created_at))::float
from sms_outboundtext
where created_at > %(since)s
    and (%(place)s::bigint is null or property_id = %(place)s)
group by status
order by status
