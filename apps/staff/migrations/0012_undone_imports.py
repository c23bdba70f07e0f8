from django.db import migrations, models

CHOICES = [
    ("initial", "Before the first change"),
    ("saved", "Saved"),
    ("imported", "Imported"),
    ("action", "Bulk action"),
    ("restored", "Restored"),
    ("undone", "Import undone"),
    ("deleted", "Deleted"),
    ("publish", "Draft published"),
    ("held", "Saved for a second person"),
]


class Migration(migrations.Migration):
    dependencies = [("staff", "0011_drafts_of_imports")]

    operations = [
        migrations.AlterField(
            model_name="version",
            name="reason",
            field=models.CharField(choices=CHOICES, max_length=8),
        ),
    ]
