from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("reservations", "0007_contacts_of_bookings"), ("guests", "0006_row_policies")]

    operations = [
        row_policies.of_property("reservations_reservation"),
        row_policies.of_property("reservations_requestpolicy"),
        row_policies.of_property("reservations_request"),
        row_policies.of_property("reservations_sourcerefresh"),
        row_policies.of_property("reservations_escalationstep"),
        row_policies.of_parent("reservations_requeststep", "request_id", "reservations_request"),
        row_policies.of_parent("reservations_requestnote", "request_id", "reservations_request"),
        row_policies.of_parent("reservations_escalation", "request_id", "reservations_request"),
    ]
