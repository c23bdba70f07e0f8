from django.db import migrations

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):
    dependencies = [("catalog", "0009_picture_sizes_and_focus"), ("properties", "0007_row_policies")]

    operations = [
        row_policies.of_property("catalog_item"),
        row_policies.of_parent("catalog_venue", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_show", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_tower", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_room", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_promo", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_restaurant", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_amenity", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_gamingarea", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_faqentry", "item_ptr_id", "catalog_item"),
        row_policies.of_parent("catalog_performance", "show_id", "catalog_item"),
        row_policies.of_parent("catalog_servicehours", "item_id", "catalog_item"),
        row_policies.of_parent("catalog_hoursexception", "item_id", "catalog_item"),
        row_policies.of_property("catalog_resortmap"),
        row_policies.of_parent("catalog_mapplace", "map_id", "catalog_resortmap"),
        row_policies.of_parent("catalog_promotier", "promo_id", "catalog_item"),
    ]
