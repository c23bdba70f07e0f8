import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from apps.infrastructure.postgresql import row_policies


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0018_turn_recording'),
        ('properties', '0011_approval_minutes'),
    ]

    operations = [
        migrations.CreateModel(
            name='Expense',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('replay', 'A turn run again')], max_length=20)),
                ('input_tokens', models.PositiveIntegerField()),
                ('output_tokens', models.PositiveIntegerField()),
                ('cost_micros', models.PositiveBigIntegerField(help_text='Millionths of a US dollar.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('property', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='expenses', to='properties.property')),
            ],
            options={
                'ordering': ['created_at'],
                'indexes': [models.Index(fields=['property', 'created_at'], name='expense_day')],
            },
        ),
        row_policies.of_property('conversations_expense'),
    ]
