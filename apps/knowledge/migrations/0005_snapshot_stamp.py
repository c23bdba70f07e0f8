from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

DROP = """
drop function knowledge_row_changed, knowledge_item_changed, knowledge_part_changed,
    knowledge_property_changed, knowledge_law_changed, knowledge_stamp cascade;
drop sequence knowledge_change;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0005_midnight_to_midnight_is_24_hours"),
        ("knowledge", "0004_embedding_sentence_vectors"),
        ("properties", "0002_phone_fields"),
    ]

    operations = [
        migrations.CreateModel(
            name="SnapshotStamp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("transaction", models.BigIntegerField()),
                (
                    "property",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="properties.property",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(
            Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"),
            reverse_sql=DROP,
        ),
    ]
