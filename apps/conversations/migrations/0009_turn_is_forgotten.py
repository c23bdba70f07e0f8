from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0008_turn_is_remark")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="is_forgotten",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="What it tells is forgotten; it began before that.",
            ),
        ),
    ]
