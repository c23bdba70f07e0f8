from django.db import migrations

CREATE = """
create trigger snapshot_stamp after insert or update or delete on properties_featureflag
for each row execute function knowledge_row_changed();
"""
DROP = "drop trigger snapshot_stamp on properties_featureflag;"


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0005_snapshot_stamp"),
        ("properties", "0003_feature_flag"),
    ]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
