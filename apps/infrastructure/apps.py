from django.apps import AppConfig


class InfrastructureConfig(AppConfig):
    name = "apps.infrastructure"
    label = "infrastructure"
