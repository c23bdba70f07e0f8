from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "apps.desk"
    label = "desk"
