from django.db import migrations, models

KINDS = [
    ("publish", "Publish"),
    ("withdraw", "Back to draft"),
    ("schedule", "Schedule"),
    ("expire", "Expire"),
    ("duplicate", "Duplicate"),
    ("embed", "Reindex"),
    ("approve", "Approve"),
    ("pub_read", "Publish what was read"),
]


class Migration(migrations.Migration):
    dependencies = [("staff", "0013_authors_of_drafts")]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=9),
        ),
    ]
