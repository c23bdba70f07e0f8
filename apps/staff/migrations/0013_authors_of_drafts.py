from django.db import migrations, models

# One draft that an import replaced becomes a list of such drafts, the newest first.
LIST = """
update staff_rowdraft set
    earlier_author_ids = coalesce(replaced -> 'authors', '[]'),
    replaced = case when jsonb_typeof(replaced) = 'object'
        then jsonb_build_array(
            replaced - 'authors'
            || jsonb_build_object(
                'earlier_author_ids', coalesce(replaced -> 'authors', '[]'),
                'delivery', null, 'approved_by', null, 'publish_at', null
            )
        )
        else '[]'::jsonb end
"""
ORIGINS = [("sheet", "Google Sheet"), ("webhook", "Webhook"), ("file", "File")]


class Migration(migrations.Migration):
    dependencies = [("staff", "0012_undone_imports")]

    operations = [
        migrations.AddField(
            model_name="rowdraft",
            name="earlier_author_ids",
            field=models.JSONField(default=list),
        ),
        migrations.RunSQL(LIST, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="rowdraft",
            name="replaced",
            field=models.JSONField(default=list),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="origin",
            field=models.CharField(
                choices=ORIGINS, db_default="sheet", default="sheet", max_length=7
            ),
        ),
    ]
