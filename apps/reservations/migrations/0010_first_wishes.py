from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reservations", "0009_notes_for_bookings")]

    operations = [
        migrations.AddField(
            model_name="request",
            name="first_wish",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
    ]
