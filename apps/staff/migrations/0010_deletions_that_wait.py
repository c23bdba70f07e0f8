from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0009_rows_that_wait")]

    operations = [
        migrations.AddField(
            model_name="rowdraft",
            name="is_deletion",
            field=models.BooleanField(default=False),
        ),
    ]
