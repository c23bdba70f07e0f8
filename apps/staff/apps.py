from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    name = "apps.staff"
    label = "staff"

    def ready(self) -> None:
        from django.contrib import admin  # noqa: PLC0415 - needs loaded models

        from apps.conversations import erasure  # noqa: PLC0415
        from apps.staff.accounts import admin_access, roles  # noqa: PLC0415
        from apps.staff.gaps import resolution  # noqa: PLC0415

        admin_access.hang(admin.site)
        erasure.forgotten.connect(resolution.forget, dispatch_uid="staff-gaps")
        # Once, when the permissions of all apps before this one are there.
        post_migrate.connect(roles.keep, sender=self, dispatch_uid="staff-roles")
