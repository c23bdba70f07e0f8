"""Gives stored websites their scheme. What is no address of the web stays as it is:
no page links to it, and the form refuses it when somebody saves the row."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

import apps.properties.websites
from apps.properties import websites

MODELS = ("Property", "Helpline")


def add_scheme(apps: Any, schema_editor: Any) -> None:
    for name in MODELS:
        websites.complete(apps.get_model("properties", name))


class Migration(migrations.Migration):
    dependencies = [("properties", "0006_emergency_numbers")]

    operations = [
        migrations.AlterField(
            model_name="helpline",
            name="website",
            field=apps.properties.websites.WebsiteField(blank=True, max_length=200),
        ),
        migrations.AlterField(
            model_name="property",
            name="website",
            field=apps.properties.websites.WebsiteField(max_length=200),
        ),
        migrations.AlterField(
            model_name="property",
            name="privacy_url",
            field=models.URLField(
                blank=True,
                help_text="Linked below what the page itself says of guests' words.",
                validators=[apps.properties.websites.is_web_address],
                verbose_name="privacy policy",
            ),
        ),
        migrations.RunPython(add_scheme, migrations.RunPython.noop),
    ]
