"""A quote has at most 120 signs; apart, for a table with changed rows takes no change."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("guests", "0004_own_words_of_each_choice")]

    operations = [
        migrations.AlterField(
            model_name="guestfact",
            name="quote",
            field=models.CharField(
                blank=True,
                help_text="The guest's words for it, and no others of the message.",
                max_length=120,
            ),
        ),
    ]
