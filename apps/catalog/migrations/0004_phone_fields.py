import apps.properties.phones
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('catalog', '0003_age_at_most_99'),
    ]

    operations = [
        migrations.AlterField(
            model_name='item',
            name='phone',
            field=apps.properties.phones.PhoneField(blank=True, max_length=30),
        ),
    ]
