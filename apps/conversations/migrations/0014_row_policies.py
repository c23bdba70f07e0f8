from django.db import migrations

from apps.infrastructure.postgresql import row_policies

# A statement does not see the conversation that another part of it has just stored; a
# volatile function does. It is asked only for rows that seem to be foreign.
HAS_CONVERSATION = """
create function conversations_has_conversation(thread uuid) returns boolean
language plpgsql volatile parallel safe as $$
begin
    return exists (select from conversations_conversation where id = thread);
end
$$;
"""

# A thread has the id of its conversation; what has none is seen with all properties.
IS_THREAD_IN_SCOPE = """
exists (
    select from conversations_conversation as conversation
    where conversation.id = case
        when thread_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then thread_id::uuid
    end
)
"""
CHECKPOINTS = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")


def of_new_conversation(table: str) -> migrations.RunSQL:
    """For rows that are stored together with their conversation (`begin_turn.sql`)."""
    is_stored = row_policies.has_parent(
        table, "conversation_id", "conversations_conversation"
    )
    is_new = "conversations_has_conversation(conversation_id)"
    return row_policies.restrict(table, f"{is_stored} or {is_new}")


class Migration(migrations.Migration):
    dependencies = [("concierge", "0001_checkpoints"), ("conversations", "0013_share_link"), ("reservations", "0008_row_policies")]

    operations = [
        row_policies.of_property("conversations_conversation"),
        migrations.RunSQL(
            HAS_CONVERSATION,
            reverse_sql="drop function conversations_has_conversation",
        ),
        of_new_conversation("conversations_turn"),
        of_new_conversation("conversations_message"),
        row_policies.of_parent("conversations_bookingaccess", "conversation_id", "conversations_conversation"),
        row_policies.of_parent("conversations_bookingaccess_reservations", "bookingaccess_id", "conversations_bookingaccess"),
        row_policies.of_parent("conversations_bookinglink", "conversation_id", "conversations_conversation"),
        row_policies.of_parent("conversations_bookinglink_reservations", "bookinglink_id", "conversations_bookinglink"),
        row_policies.of_parent(
            "conversations_sharelink", "conversation_id", "conversations_conversation"
        ),
        row_policies.of_property("conversations_alert"),
        row_policies.of_parent("conversations_feedback", "conversation_id", "conversations_conversation"),
        row_policies.of_parent("conversations_review", "turn_id", "conversations_turn"),
        row_policies.of_property("conversations_evaluationcase"),
        *(
            row_policies.restrict(f"langgraph.{table}", IS_THREAD_IN_SCOPE)
            for table in CHECKPOINTS
        ),
    ]
