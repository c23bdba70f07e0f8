import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0010_deletions_that_wait")]

    operations = [
        migrations.AddField(
            model_name="rowdraft",
            name="delivery",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="row_drafts",
                to="staff.delivery",
            ),
        ),
        migrations.AddField(
            model_name="rowdraft",
            name="replaced",
            field=models.JSONField(null=True),
        ),
    ]
