from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "apps.catalog"
    label = "catalog"

    def ready(self) -> None:
        from apps.catalog import receivers  # noqa: PLC0415 - needs loaded models

        receivers.connect()
