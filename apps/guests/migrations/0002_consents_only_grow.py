from django.db import migrations

CREATE = """
create function guests_consent_only_grows() returns trigger language plpgsql as $$
begin
    -- A guest who is erased leaves the proof behind, without the link to him.
    if tg_op = 'UPDATE' and new.guest_id is null
        and to_jsonb(new) - 'guest_id' = to_jsonb(old) - 'guest_id'
    then
        return new;
    end if;
    raise exception 'the ledger of consents only grows'
        using errcode = 'restrict_violation';
end
$$;
create trigger guests_consent_only_grows before update or delete on guests_consent
    for each row execute function guests_consent_only_grows();
"""
DROP = "drop function guests_consent_only_grows cascade;"


class Migration(migrations.Migration):
    dependencies = [("guests", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
