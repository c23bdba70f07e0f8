from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('reservations', '0010_first_wishes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='request',
            name='request_open_once',
        ),
        migrations.AddConstraint(
            model_name='request',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['changed', 'confirmed', 'draft', 'proposed', 'waiting']), models.Q(('kind', 'note'), _negated=True)), fields=('reservation', 'kind'), name='request_open_once'),
        ),
    ]
