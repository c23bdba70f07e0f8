from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("sms", "0003_outboundtext_consent_question"), ("guests", "0006_row_policies")]

    operations = [
        row_policies.of_property("sms_smsnumber"),
        row_policies.of_property("sms_inboundtext"),
        row_policies.of_property("sms_outboundtext"),
    ]
