import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import apps.knowledge.indexing.phrasing_text


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0001_initial"),
        ("knowledge", "0002_statement_vectors"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Phrasing",
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
                ("field", models.CharField(max_length=40, verbose_name="answered by")),
                (
                    "text",
                    models.CharField(
                        help_text="As a guest writes it, with the name where it needs one.",
                        max_length=200,
                        validators=[apps.knowledge.indexing.phrasing_text.insist],
                        verbose_name="question",
                    ),
                ),
                (
                    "language",
                    models.CharField(default="en", editable=False, max_length=10),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[("staff", "Staff"), ("gap", "Gap")],
                        default="staff",
                        editable=False,
                        max_length=5,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("vector", models.BinaryField(null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phrasings",
                        to="catalog.item",
                    ),
                ),
            ],
            options={
                "ordering": ["item", "field", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("item", "field", "text"),
                        name="phrasing_once_a_field",
                        violation_error_message="This question stands there already.",
                    )
                ],
            },
        ),
    ]
