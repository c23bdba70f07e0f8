from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0002_plain_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="is_from_guest",
            field=models.BooleanField(
                db_default=True,
                default=True,
                editable=False,
                help_text="Not asked by staff from the command line or by an evaluation.",
                verbose_name="from a guest",
            ),
        ),
    ]
