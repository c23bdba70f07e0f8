import apps.properties.phones
import apps.properties.reserved_slugs
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('properties', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='helpline',
            name='phone',
            field=apps.properties.phones.PhoneField(blank=True, help_text='Digits as dialled: 1-888-789-7777.', max_length=30),
        ),
        migrations.AlterField(
            model_name='property',
            name='phone',
            field=apps.properties.phones.PhoneField(max_length=30),
        ),
        migrations.AlterField(
            model_name='property',
            name='security_phone',
            field=apps.properties.phones.PhoneField(blank=True, db_default='', default='', help_text='Security, at any hour, for guests in danger. Empty is the phone.', max_length=30, verbose_name='emergency phone'),
        ),
        migrations.AlterField(
            model_name='property',
            name='slug',
            field=models.SlugField(unique=True, validators=[apps.properties.reserved_slugs.is_free]),
        ),
    ]
