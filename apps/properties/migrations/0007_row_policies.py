from django.db import migrations

from apps.infrastructure.postgresql import row_policies

READABLE = "create policy readable on properties_property for select using (true)"
NOT_READABLE = "drop policy readable on properties_property"


class Migration(migrations.Migration):
    dependencies = [("properties", "0006_place_of_the_weather")]

    operations = [
        # Everybody may read the list of properties: a door finds its scope there.
        row_policies.of_property("properties_property", "id"),
        migrations.RunSQL(READABLE, reverse_sql=NOT_READABLE),
        row_policies.of_property("properties_experiment"),
        row_policies.of_parent("properties_experimentarm", "experiment_id", "properties_experiment"),
        row_policies.of_property("properties_featureflag"),
        row_policies.of_property("properties_recordchange"),
        row_policies.of_property("properties_assignment"),
    ]
