from django.db import migrations

from apps.concierge import checkpoint_tables


class Migration(migrations.Migration):
    """LangGraph's own tables; they are built concurrently, so outside a transaction."""

    atomic = False
    initial = True
    dependencies = []
    operations = [
        migrations.RunPython(checkpoint_tables.create, migrations.RunPython.noop)
    ]
