import django.contrib.postgres.fields
from django.db import migrations, models

CHOICES = [
    ("crisis", "A guest may be in danger"),
    ("alert", "Another alert about a guest"),
    ("approval", "An answer waits for approval"),
    ("request", "A guest's request waits for a decision"),
    ("late_request", "A request has waited for too long"),
    ("fault", "A fault of the system"),
    ("warning", "A warning of the system"),
    ("expiring", "A row expires within a week"),
    ("draft", "A draft waits for a second person"),
    ("held_row", "A row waits for a second person"),
]
TEST = ("test", "A test: notifications reach you")


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_drafts_that_wait")]

    operations = [
        migrations.AlterField(
            model_name="notification",
            name="topic",
            field=models.CharField(choices=[*CHOICES, TEST], max_length=12),
        ),
        migrations.AlterField(
            model_name="subscription",
            name="topics",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(choices=CHOICES, max_length=12),
                size=None,
                verbose_name="topics",
            ),
        ),
    ]
