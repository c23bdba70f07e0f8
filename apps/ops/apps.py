from django.apps import AppConfig


class OpsConfig(AppConfig):
    name = "apps.ops"
    label = "ops"

    def ready(self) -> None:
        from apps.ops.doctor import system_checks  # noqa: PLC0415 - needs loaded models

        system_checks.connect()
