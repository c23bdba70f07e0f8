from django.apps import AppConfig


class BackplaneConfig(AppConfig):
    name = "apps.backplane"
    label = "backplane"
