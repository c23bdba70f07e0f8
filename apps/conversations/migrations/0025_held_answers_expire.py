from django.db import migrations

# Answers that wait keep the period that their property gives now.
GIVE_PERIOD = """
update conversations_message as message
set held = message.held || jsonb_build_object(
    'expires_at', message.created_at + place.approval_minutes * interval '1 minute'
)
from conversations_conversation as conversation
join properties_property as place on place.id = conversation.property_id
where conversation.id = message.conversation_id
    and message.kind = 'waiting'
    and message.held is not null
    and not message.held ? 'promised_at'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0024_summaries_without_bookings"),
        ("properties", "0014_changes_of_the_emergency_phone"),
    ]

    operations = [migrations.RunSQL(GIVE_PERIOD, migrations.RunSQL.noop)]
