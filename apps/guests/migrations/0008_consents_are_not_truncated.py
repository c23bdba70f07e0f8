from django.db import migrations

# The trigger of migration 0002 is for rows, and truncating fires none of these.
CREATE = """
create trigger guests_consent_not_truncated before truncate on guests_consent
    for each statement execute function guests_consent_only_grows();
"""
DROP = "drop trigger guests_consent_not_truncated on guests_consent;"


class Migration(migrations.Migration):
    dependencies = [("guests", "0007_consent_scope_of_facts")]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
