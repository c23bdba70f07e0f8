from django.db import migrations

from apps.infrastructure.postgresql import row_policies

# It is of a row or of a document.
HELD_SENTENCE = " or ".join(
    row_policies.has_parent("knowledge_heldsentence", f"{parent}_id", table)
    for parent, table in (("item", "catalog_item"), ("document", "documents_document"))
)


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0010_disagreements"), ("catalog", "0010_row_policies"), ("documents", "0002_row_policies")]

    operations = [
        row_policies.of_property("knowledge_passage"),
        row_policies.of_property("knowledge_embedding"),
        row_policies.of_property("knowledge_snapshotstamp"),
        row_policies.of_property("knowledge_disagreement"),
        row_policies.of_property("knowledge_comparison"),
        row_policies.of_parent("knowledge_phrasing", "item_id", "catalog_item"),
        row_policies.restrict("knowledge_heldsentence", HELD_SENTENCE),
    ]
