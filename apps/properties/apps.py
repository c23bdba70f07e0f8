from django.apps import AppConfig


class PropertiesConfig(AppConfig):
    name = "apps.properties"
    label = "properties"
