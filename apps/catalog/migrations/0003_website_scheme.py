"""Gives stored websites their scheme. What is no address of the web stays as it is:
no page links to it, and the form refuses it when somebody saves the row."""

from __future__ import annotations

from typing import Any

from django.db import migrations

import apps.properties.websites
from apps.properties import websites


def add_scheme(apps: Any, schema_editor: Any) -> None:
    websites.complete(apps.get_model("catalog", "Item"))


class Migration(migrations.Migration):
    dependencies = [("catalog", "0002_picture_and_review")]

    operations = [
        migrations.AlterField(
            model_name="item",
            name="website",
            field=apps.properties.websites.WebsiteField(blank=True, max_length=300),
        ),
        migrations.RunPython(add_scheme, migrations.RunPython.noop),
    ]
