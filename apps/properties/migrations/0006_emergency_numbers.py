"""Every American jurisdiction gets 911, unless staff have entered a number already."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def add_numbers(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    jurisdictions = apps.get_model("properties", "Jurisdiction").objects
    american = jurisdictions.using(editor.connection.alias).filter(
        code__startswith="us-"
    )
    for law in american.exclude(helplines__purpose="emergency"):
        law.helplines.create(
            purpose="emergency",
            name="Emergency services",
            phone="911",
            note="When somebody is in danger right now.",
            position=1,
            source="the emergency number of the United States",
        )


class Migration(migrations.Migration):
    dependencies = [("properties", "0005_privacy_url")]

    operations = [
        migrations.AddField(
            model_name="property",
            name="phone_hours",
            field=models.CharField(
                blank=True,
                help_text="When a person answers, as 7:00 AM to 11:00 PM or 24/7. "
                "Empty when nobody has said.",
                max_length=100,
                db_default="",
                default="",
            ),
        ),
        migrations.AddField(
            model_name="property",
            name="security_phone",
            field=models.CharField(
                blank=True,
                help_text="Security, at any hour, for guests in danger. Empty is the "
                "phone.",
                max_length=30,
                verbose_name="emergency phone",
                db_default="",
                default="",
            ),
        ),
        migrations.RunPython(add_numbers, migrations.RunPython.noop),
    ]
