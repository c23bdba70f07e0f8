from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"

    def ready(self) -> None:
        from apps.documents import version_chain  # noqa: PLC0415 - needs loaded models

        version_chain.connect()
