from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DeskConfig(AppConfig):
    name = "apps.desk"
    label = "desk"

    def ready(self) -> None:
        from apps.desk import roles  # noqa: PLC0415 - needs loaded models

        post_migrate.connect(roles.keep, dispatch_uid="desk-roles")
