from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0022_place_in_focus")]

    operations = [
        migrations.RemoveIndex(model_name="message", name="message_unanswered"),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(("kind__in", ["waiting", "notice", "expired"])),
                fields=["kind", "conversation"],
                name="message_unanswered",
            ),
        ),
    ]
