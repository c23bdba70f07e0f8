from django.apps import AppConfig


class ConciergeProjectConfig(AppConfig):
    name = "concierge_project"

    def ready(self) -> None:
        from concierge_project import checks  # noqa: PLC0415 - needs the settings

        checks.connect()
