from django.db import migrations

CREATE = """
create function reservations_note_stays() returns trigger language plpgsql as $$
begin
    -- Who leaves the staff leaves the note behind.
    if new.by_id is null and to_jsonb(new) - 'by_id' = to_jsonb(old) - 'by_id' then
        return new;
    end if;
    raise exception 'a note of staff does not change'
        using errcode = 'restrict_violation';
end
$$;
create trigger reservations_note_stays before update on reservations_requestnote
    for each row execute function reservations_note_stays();
"""
DROP = "drop function reservations_note_stays cascade;"


class Migration(migrations.Migration):
    dependencies = [("reservations", "0005_notes_and_escalation")]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
