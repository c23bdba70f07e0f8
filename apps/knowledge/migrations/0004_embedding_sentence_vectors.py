import pgvector.django.vector
from django.db import migrations

import apps.knowledge.vector_array


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0003_phrasing"),
    ]

    operations = [
        migrations.AddField(
            model_name="embedding",
            name="sentence_vectors",
            field=apps.knowledge.vector_array.VectorArrayField(
                base_field=pgvector.django.vector.VectorField(),
                editable=False,
                null=True,
                size=None,
            ),
        ),
    ]
