from django.db import migrations

# A model may have named bookings in them; they are written again without.
FORGET = """
update conversations_conversation as conversation
set summary = '', analysed_at = null
where analysed_at is not null
    and exists (
        select
        from conversations_turn as turn
        join conversations_message as message on message.turn_id = turn.id
        where turn.conversation_id = conversation.id
            and (
                turn.route = 'bookings'
                or turn.nodes @> '[{"node": "bookings"}]'
                or turn.nodes
                    @> '[{"metadata": {"tool_calls": [{"tool": "my_bookings"}]}}]'
                or message.requests <> '[]'
                or message.sources @> '["booking"]'
                or message.citations @> '[{"category": "booking"}]'
            )
    )
"""


class Migration(migrations.Migration):
    dependencies = [("conversations", "0023_expired_notices_are_found")]

    operations = [migrations.RunSQL(FORGET, migrations.RunSQL.noop)]
