from django.apps import AppConfig


class LocalServersConfig(AppConfig):
    name = "apps.local_servers"
    label = "local_servers"
