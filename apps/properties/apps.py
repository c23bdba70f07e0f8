from django.apps import AppConfig


class PropertiesConfig(AppConfig):
    name = "apps.properties"
    label = "properties"

    def ready(self) -> None:
        from apps.properties import (  # noqa: PLC0415 - needs loaded models
            change_log,
            remembered_phones,
        )

        change_log.connect()
        remembered_phones.connect()
