from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    name = "apps.conversations"
    label = "conversations"

    def ready(self) -> None:
        from apps.conversations.turns.bookings import notices  # noqa: PLC0415
        from apps.reservations import requests  # noqa: PLC0415 - needs loaded models

        requests.request_moved.connect(
            notices.tell_soon, dispatch_uid="conversations-decisions"
        )
