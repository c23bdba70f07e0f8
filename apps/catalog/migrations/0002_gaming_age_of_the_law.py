from django.db import migrations, models
from django.db.models import F

# Every gaming area got this age where nobody had given one.
OLD_DEFAULT = 21


def take_age_from_law(apps, schema_editor):
    """The age of the law in place of the old default.

    Passages say the old age until `manage.py reindex` rewrites them.
    """
    areas = apps.get_model("catalog", "GamingArea").objects
    wrong = areas.filter(minimum_age=OLD_DEFAULT).exclude(
        property__jurisdiction__gaming_age=OLD_DEFAULT
    )
    for area in wrong.annotate(legal_age=F("property__jurisdiction__gaming_age")):
        area.minimum_age = area.legal_age
        area.revision = F("revision") + 1
        area.save(update_fields=["minimum_age", "revision"])


class Migration(migrations.Migration):
    dependencies = [("catalog", "0001_initial"), ("properties", "0001_initial")]

    operations = [
        migrations.AlterField(
            "gamingarea",
            "minimum_age",
            models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                help_text="Left empty, it becomes the property's legal age for gaming.",
            ),
        ),
        migrations.RunPython(take_age_from_law, migrations.RunPython.noop),
    ]
