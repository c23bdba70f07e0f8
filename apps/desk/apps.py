from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DeskConfig(AppConfig):
    name = "apps.desk"
    label = "desk"

    def ready(self) -> None:
        from apps.desk import roles  # noqa: PLC0415 - needs loaded models

        # Once, when the permissions of all apps before this one are there.
        post_migrate.connect(roles.keep, sender=self, dispatch_uid="desk-roles")
