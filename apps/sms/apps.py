from django.apps import AppConfig


class SmsConfig(AppConfig):
    name = "apps.sms"
    label = "sms"
    verbose_name = "text messages"

    def ready(self) -> None:
        from apps.conversations import erasure  # noqa: PLC0415 - needs loaded models
        from apps.sms import retention  # noqa: PLC0415

        erasure.forgotten.connect(retention.erase, dispatch_uid="sms-texts")
