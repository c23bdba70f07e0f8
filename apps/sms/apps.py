from django.apps import AppConfig


class SmsConfig(AppConfig):
    name = "apps.sms"
    label = "sms"
    verbose_name = "text messages"
