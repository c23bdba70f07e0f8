from django.apps import AppConfig


class SmsConfig(AppConfig):
    name = "apps.sms"
    label = "sms"
    verbose_name = "text messages"

    def ready(self) -> None:
        from apps.conversations import (  # noqa: PLC0415 - needs loaded models
            archive,
            erasure,
        )
        from apps.conversations import retention as conversation_retention  # noqa: PLC0415
        from apps.conversations.review import held_answers  # noqa: PLC0415
        from apps.conversations.turns.bookings.identity import links  # noqa: PLC0415
        from apps.conversations.turns.bookings.requests import notices  # noqa: PLC0415
        from apps.sms import retention, stored_texts  # noqa: PLC0415
        from apps.sms.outgoing import (  # noqa: PLC0415
            approved_answers,
            booking_links,
            request_news,
        )

        held_answers.decided.connect(
            approved_answers.send, dispatch_uid="sms-approved-answers"
        )
        notices.message_written.connect(
            request_news.send, dispatch_uid="sms-request-news"
        )
        links.text_wanted.connect(booking_links.send, dispatch_uid="sms-booking-links")
        erasure.forgotten.connect(retention.erase, dispatch_uid="sms-texts")
        archive.collecting.connect(stored_texts.of_thread, dispatch_uid="sms-archive")
        conversation_retention.due.connect(retention.keep, dispatch_uid="sms-retention")
