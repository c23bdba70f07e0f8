from django.db import migrations

CREATE = """
create trigger snapshot_stamp after insert or update or delete on catalog_promo
for each row execute function knowledge_part_changed('item_ptr_id');
"""
DROP = "drop trigger snapshot_stamp on catalog_promo;"


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0006_pictures_for_the_web"),
        ("knowledge", "0006_snapshot_has_feature_flags"),
    ]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
