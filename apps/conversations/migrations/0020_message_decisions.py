from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0019_expense'),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='decisions',
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
