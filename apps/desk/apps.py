from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DeskConfig(AppConfig):
    name = "apps.desk"
    label = "desk"

    def ready(self) -> None:
        from django.contrib import admin  # noqa: PLC0415 - needs loaded models

        from apps.conversations import erasure  # noqa: PLC0415
        from apps.desk import roles  # noqa: PLC0415
        from apps.desk.doctor import checks  # noqa: PLC0415
        from apps.desk.gaps import working  # noqa: PLC0415
        from apps.desk.people import door  # noqa: PLC0415

        door.hang(admin.site)
        erasure.forgotten.connect(working.forget, dispatch_uid="desk-gaps")
        checks.connect()

        # Once, when the permissions of all apps before this one are there.
        post_migrate.connect(roles.keep, sender=self, dispatch_uid="desk-roles")
