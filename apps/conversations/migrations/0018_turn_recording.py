import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0017_erase_permission'),
    ]

    operations = [
        migrations.CreateModel(
            name='TurnRecording',
            fields=[
                ('turn', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='recording', serialize=False, to='conversations.turn')),
                ('content', models.BinaryField(help_text='JSON, compressed by zlib.')),
                ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        row_policies.of_parent("conversations_turnrecording", "turn_id", "conversations_turn"),
    ]
