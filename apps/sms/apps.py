from django.apps import AppConfig


class SmsConfig(AppConfig):
    name = "apps.sms"
    label = "sms"
    verbose_name = "text messages"

    def ready(self) -> None:
        from apps.conversations import erasure  # noqa: PLC0415 - needs loaded models
        from apps.conversations.review import held_answers  # noqa: PLC0415
        from apps.conversations.turns.bookings import telling  # noqa: PLC0415
        from apps.sms import retention  # noqa: PLC0415
        from apps.sms.outgoing import approved_answers, request_news  # noqa: PLC0415

        held_answers.decided.connect(
            approved_answers.send, dispatch_uid="sms-approved-answers"
        )
        telling.message_written.connect(
            request_news.send, dispatch_uid="sms-request-news"
        )
        erasure.forgotten.connect(retention.erase, dispatch_uid="sms-texts")
