from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("guests", "0005_short_quotes"), ("properties", "0007_row_policies")]

    operations = [
        row_policies.of_property("guests_guest"),
        row_policies.of_property("guests_contactpoint"),
        row_policies.of_property("guests_consent"),
        row_policies.of_parent("guests_guestfact", "guest_id", "guests_guest"),
    ]
