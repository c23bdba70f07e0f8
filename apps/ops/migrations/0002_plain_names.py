import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("ops", "0001_initial"),
        ("properties", "0001_initial"),
    ]

    operations = [
        migrations.RenameField("incident", "seen_at", "last_seen_at"),
        migrations.AlterField("incident", "last_seen_at", models.DateTimeField()),
        migrations.RemoveConstraint("incident", "trouble_one_open_a_check"),
        migrations.AddConstraint(
            "incident",
            models.UniqueConstraint(
                condition=Q(("closed_at", None)),
                fields=("check_name",),
                name="one_open_incident_per_check",
            ),
        ),
        migrations.AlterModelOptions(
            "dailytotals",
            {
                "ordering": ["-day", "property"],
                "verbose_name": "daily totals",
                "verbose_name_plural": "daily totals",
            },
        ),
        migrations.AlterField(
            "dailytotals", "day", models.DateField(help_text="In the property's time zone.")
        ),
        migrations.AlterField(
            "dailytotals",
            "property",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="daily_totals",
                to="properties.property",
            ),
        ),
        migrations.AlterField(
            "dailytotals",
            "stopped",
            models.PositiveIntegerField(default=0, help_text="By a guardrail."),
        ),
        migrations.RemoveConstraint("dailytotals", "day_once"),
        migrations.AddConstraint(
            "dailytotals",
            models.UniqueConstraint(
                fields=("property", "day"), name="unique_daily_totals"
            ),
        ),
    ]
