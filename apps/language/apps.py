from django.apps import AppConfig


class LanguageConfig(AppConfig):
    name = "apps.language"
    label = "language"
