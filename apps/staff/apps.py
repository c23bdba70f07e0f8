from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    name = "apps.staff"
    label = "staff"

    def ready(self) -> None:
        from apps.conversations import (  # noqa: PLC0415 - needs loaded models
            erasure,
            retention,
        )
        from apps.staff import guest_erasure  # noqa: PLC0415
        from apps.staff.accounts import roles  # noqa: PLC0415
        from apps.staff.gaps import resolution  # noqa: PLC0415
        from apps.staff.history import versions  # noqa: PLC0415
        from apps.staff.live import announcements  # noqa: PLC0415

        erasure.forgotten.connect(
            guest_erasure.erase_from_gaps, dispatch_uid="staff-gaps"
        )
        erasure.forgotten.connect(
            guest_erasure.erase_from_audit_log, dispatch_uid="staff-audit-log"
        )
        retention.due.connect(
            guest_erasure.delete_old_imports, dispatch_uid="staff-imports"
        )
        versions.recorded.connect(resolution.prove, dispatch_uid="staff-gap-proofs")
        announcements.connect()
        # Once, when the permissions of all apps exist.
        *_, last_app = (app for app in apps.get_app_configs() if app.models_module)
        post_migrate.connect(
            roles.grant_permissions, sender=last_app, dispatch_uid="staff-roles"
        )
