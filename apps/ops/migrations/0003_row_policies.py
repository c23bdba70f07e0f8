from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("ops", "0002_plain_names"), ("properties", "0007_row_policies")]

    operations = [
        row_policies.of_property("ops_dailytotals"),
    ]
