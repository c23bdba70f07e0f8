from django.db import migrations

from apps.concierge import checkpoints


class Migration(migrations.Migration):
    """LangGraph's own tables; they are built concurrently, so outside a transaction."""

    atomic = False
    initial = True
    dependencies = []
    operations = [
        migrations.RunPython(checkpoints.create_tables, migrations.RunPython.noop)
    ]
