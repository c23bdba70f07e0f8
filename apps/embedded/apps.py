from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "apps.embedded"
    label = "embedded"
