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
        from apps.sms import stored_texts  # noqa: PLC0415
        from apps.sms.outgoing import receivers  # noqa: PLC0415

        held_answers.decided.connect(
            receivers.send_approved_answer, dispatch_uid="sms-approved-answers"
        )
        notices.message_written.connect(
            receivers.send_request_news, dispatch_uid="sms-request-news"
        )
        links.text_wanted.connect(
            receivers.send_booking_link, dispatch_uid="sms-booking-links"
        )
        erasure.forgotten.connect(stored_texts.erase, dispatch_uid="sms-texts")
        archive.collecting.connect(stored_texts.of_thread, dispatch_uid="sms-archive")
        conversation_retention.due.connect(
            stored_texts.keep, dispatch_uid="sms-retention"
        )
