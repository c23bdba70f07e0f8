import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

# (name, gauge, threshold, minutes, what to do)
RULES = (
    (
        "Answers are slow",
        'answer_ms{quantile="0.95"}',
        8000,
        10,
        "Look at “Speed” on the dashboard: the node that takes longest names the part.",
    ),
    (
        "Many questions fail",
        'turns_day{status="failed"}',
        20,
        0,
        "Open the failed conversations; “Errors” says in which version they began.",
    ),
    (
        "Tasks pile up",
        "celery_queue_depth",
        500,
        5,
        "Look for slow tasks in Flower, or start another worker.",
    ),
)


def add_rules(apps, schema_editor):
    """Thresholds to begin with; operators change them."""
    rule = apps.get_model("ops", "AlertRule")
    for name, series, threshold, minutes, remedy in RULES:
        rule.objects.create(
            name=name,
            series=series,
            threshold=threshold,
            minutes=minutes,
            remedy=remedy,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('ops', '0003_row_policies'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AlertRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True)),
                ('series', models.CharField(help_text='As on the dashboard; “any” is the worst of several.', max_length=200, verbose_name='gauge')),
                ('comparison', models.CharField(choices=[('above', 'Above'), ('below', 'Below')], default='above', max_length=5)),
                ('threshold', models.FloatField(help_text='In the unit that the gauge names.')),
                ('minutes', models.PositiveSmallIntegerField(default=0, help_text='So long it has to last; 0 opens an incident at once.', verbose_name='for minutes')),
                ('level', models.CharField(choices=[('warning', 'Warning'), ('fault', 'Fault')], default='warning', max_length=7)),
                ('remedy', models.CharField(help_text='For whoever is called at night.', max_length=500, verbose_name='what to do')),
                ('is_active', models.BooleanField(default=True, verbose_name='on')),
                ('checked_at', models.DateTimeField(editable=False, null=True)),
                ('breached_since', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='ErrorGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fingerprint', models.CharField(max_length=64, unique=True)),
                ('error', models.CharField(help_text='The class of the error.', max_length=100)),
                ('place', models.CharField(help_text='File and function.', max_length=200)),
                ('event', models.CharField(help_text='What was being done.', max_length=200)),
                ('count', models.PositiveBigIntegerField(default=0, verbose_name='times')),
                ('first_version', models.CharField(max_length=60, verbose_name='since version')),
                ('last_version', models.CharField(max_length=60, verbose_name='latest in version')),
                ('first_seen_at', models.DateTimeField(verbose_name='first')),
                ('last_seen_at', models.DateTimeField(verbose_name='latest')),
            ],
            options={
                'verbose_name': 'error',
                'ordering': ['-last_seen_at'],
            },
        ),
        migrations.AddField(
            model_name='incident',
            name='acknowledged_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='incident',
            name='acknowledged_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='acknowledged_incidents', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='incident',
            name='check_name',
            field=models.CharField(max_length=80, verbose_name='check'),
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('check_name', models.CharField(blank=True, help_text='Empty: all of them.', max_length=80, verbose_name='check')),
                ('begins_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ends_at', models.DateTimeField()),
                ('reason', models.CharField(help_text='Such as planned work.', max_length=200)),
                ('created_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='silences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-ends_at'],
            },
        ),
        migrations.RunPython(add_rules, migrations.RunPython.noop),
    ]
