from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    name = "apps.knowledge"
    label = "knowledge"

    def ready(self) -> None:
        from apps.knowledge.indexing import receivers  # noqa: PLC0415 - needs loaded models

        receivers.connect()
