from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0002_plain_names")]

    operations = [
        migrations.AddField(
            "gapwork",
            "closed_at",
            models.DateTimeField(
                help_text="Since when a stored row answers them.", null=True
            ),
        ),
    ]
