from django.apps import AppConfig


class ConciergeConfig(AppConfig):
    name = "apps.concierge"
    label = "concierge"
