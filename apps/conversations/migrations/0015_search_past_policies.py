from django.db import migrations

# Under a policy PostgreSQL uses no GIN index: what compares words is not leakproof, so it
# runs after the policy, row by row. These functions search as the owner of the tables and
# tell ids alone; the query that asks reads the rows, and its policy hides what is foreign.
CREATE = """
create function conversations_with_words(words tsquery) returns setof uuid
language sql stable security definer set search_path = public, pg_temp rows 100 as $$
    select conversation_id from conversations_message
    where to_tsvector('simple'::regconfig, coalesce(text, '')) @@ words;
$$;

create function conversations_messages_citing(cites jsonb) returns setof bigint
language sql stable security definer set search_path = public, pg_temp rows 100 as $$
    select id from conversations_message where citations @> cites;
$$;
"""
DROP = """
drop function conversations_with_words;
drop function conversations_messages_citing;
"""


class Migration(migrations.Migration):
    dependencies = [("conversations", "0014_row_policies")]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
