from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0014_emergency_alert'),
    ]

    operations = [
        migrations.AddField(
            model_name='conversation',
            name='forgotten_at',
            field=models.DateTimeField(editable=False, help_text='Its guest erased it; nothing was kept.', null=True),
        ),
    ]
