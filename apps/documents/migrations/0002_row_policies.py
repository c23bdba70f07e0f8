from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial"), ("properties", "0007_row_policies")]

    operations = [
        row_policies.of_property("documents_document"),
        row_policies.of_parent("documents_section", "document_id", "documents_document"),
    ]
