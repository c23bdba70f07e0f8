from django.db import migrations, models

CHOICES = [
    ("initial", "Before the first change"),
    ("saved", "Saved"),
    ("imported", "Imported"),
    ("action", "Bulk action"),
    ("restored", "Restored"),
    ("deleted", "Deleted"),
    ("publish", "Draft published"),
    ("held", "Saved for a second person"),
]


class Migration(migrations.Migration):
    dependencies = [("staff", "0008_staff_visits")]

    operations = [
        migrations.AlterField(
            model_name="version",
            name="reason",
            field=models.CharField(choices=CHOICES, max_length=8),
        ),
    ]
