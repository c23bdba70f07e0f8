from django.apps import AppConfig


class WebchatConfig(AppConfig):
    name = "apps.webchat"
    label = "webchat"
