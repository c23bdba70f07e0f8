from django.db import migrations, models

# (model, field, old value, new value)
VALUES = (
    ("Delivery", "state", "tried", "preview"),
    ("Version", "reason", "found", "initial"),
    ("Version", "reason", "table", "imported"),
)


def rename_values(apps, schema_editor):
    for model, field, old, new in VALUES:
        rows = apps.get_model("staff", model).objects.filter(**{field: old})
        rows.update(**{field: new})


def restore_values(apps, schema_editor):
    for model, field, old, new in VALUES:
        rows = apps.get_model("staff", model).objects.filter(**{field: new})
        rows.update(**{field: old})


class Migration(migrations.Migration):
    dependencies = [("staff", "0001_initial")]

    operations = [
        migrations.RenameField("delivery", "done", "processed_count"),
        migrations.RenameField("job", "done", "processed_count"),
        migrations.AlterModelOptions(
            "delivery", {"ordering": ["-received_at"], "verbose_name": "import"}
        ),
        migrations.AlterField(
            "delivery",
            "origin",
            models.CharField(
                choices=[
                    ("sheet", "Google sheet"),
                    ("webhook", "Webhook"),
                    ("file", "File"),
                ],
                db_default="sheet",
                default="sheet",
                max_length=7,
            ),
        ),
        migrations.AlterField(
            "delivery", "processed_count", models.PositiveIntegerField(default=0)
        ),
        migrations.AlterField(
            "delivery",
            "state",
            models.CharField(
                choices=[
                    ("preview", "Preview"),
                    ("received", "Waiting"),
                    ("applied", "Applied"),
                    ("partly", "Applied in part"),
                    ("refused", "Refused"),
                    ("undone", "Undone"),
                ],
                default="received",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            "job",
            "kind",
            models.CharField(
                choices=[
                    ("publish", "Publish"),
                    ("withdraw", "Back to draft"),
                    ("schedule", "Schedule"),
                    ("expire", "Expire"),
                    ("duplicate", "Duplicate"),
                    ("embed", "Reindex"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            "version",
            "item",
            models.BigIntegerField(help_text="ID of the row, which may be deleted."),
        ),
        migrations.AlterField(
            "version",
            "reason",
            models.CharField(
                choices=[
                    ("initial", "Before the first change"),
                    ("saved", "Saved"),
                    ("imported", "Imported"),
                    ("action", "Bulk action"),
                    ("restored", "Restored"),
                    ("deleted", "Deleted"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(rename_values, restore_values),
    ]
