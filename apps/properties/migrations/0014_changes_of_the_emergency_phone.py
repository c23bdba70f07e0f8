import django.db.models.deletion
from django.db import migrations, models

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):

    dependencies = [
        ("properties", "0013_featureflag_end_asked_by"),
    ]

    operations = [
        migrations.AddField(
            model_name="helplinechange",
            name="property",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="phone_changes",
                to="properties.property",
            ),
        ),
        # Those of helplines have no property: whoever works for all sees them.
        row_policies.of_property("properties_helplinechange"),
    ]
