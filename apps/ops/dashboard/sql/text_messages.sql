-- Messages by status, and the age in seconds of the oldest one of each.
select status, count(*), extract(epoch from now() - min(created_at))::float
from sms_outboundtext
where created_at > %(since)s
group by status
order by status
