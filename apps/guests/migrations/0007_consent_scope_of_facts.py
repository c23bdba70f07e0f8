from django.db import migrations, models

REMEMBERED = """
    update guests_guestfact set consent_scope = 'memory'
    from guests_guest as guest
    where guest.id = guests_guestfact.guest_id and guest.is_remembered
"""


class Migration(migrations.Migration):
    dependencies = [("guests", "0006_row_policies")]

    operations = [
        migrations.AddField(
            model_name="guestfact",
            name="consent_scope",
            field=models.CharField(
                choices=[
                    ("thread", "This conversation only"),
                    ("memory", "Until the guest takes it back"),
                ],
                db_default="thread",
                default="thread",
                help_text="How far the guest agreed to its use.",
                max_length=6,
            ),
        ),
        migrations.RunSQL(REMEMBERED, migrations.RunSQL.noop),
    ]
