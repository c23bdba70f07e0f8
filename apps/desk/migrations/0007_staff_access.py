import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def keep_what_staff_see(apps, schema_editor):
    """Whoever has no assignment worked for all properties until now, and still does."""
    user_model = apps.get_model(*settings.AUTH_USER_MODEL.split("."))
    access_model = apps.get_model("desk", "StaffAccess")
    unassigned = user_model.objects.filter(
        is_staff=True, is_superuser=False, assignments=None
    )
    access_model.objects.bulk_create(
        access_model(user_id=key, all_properties=True)
        for key in unassigned.values_list("pk", flat=True)
    )


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0006_gap_works'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='StaffAccess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('all_properties', models.BooleanField(default=False, help_text='Also those that are added later. Otherwise the assignments below count, and without any nothing is seen.')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='staff_access', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'staff access',
            },
        ),
        migrations.RunPython(keep_what_staff_see, migrations.RunPython.noop),
    ]
