from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("staff", "0004_imported_bookings"), ("reservations", "0008_row_policies")]

    operations = [
        row_policies.of_property("staff_delivery"),
        row_policies.of_property("staff_gapwork"),
        row_policies.of_property("staff_version"),
        row_policies.of_parent("staff_importedbooking", "delivery_id", "staff_delivery"),
    ]
