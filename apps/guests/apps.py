from django.apps import AppConfig


class GuestsConfig(AppConfig):
    name = "apps.guests"
    label = "guests"
