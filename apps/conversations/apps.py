from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    name = "apps.conversations"
    label = "conversations"

    def ready(self) -> None:
        from apps.conversations.replay import recordings  # noqa: PLC0415
        from apps.conversations.turns.bookings.requests import notices  # noqa: PLC0415
        from apps.guests import profile  # noqa: PLC0415 - needs loaded models
        from apps.reservations import requests  # noqa: PLC0415 - needs loaded models

        requests.request_moved.connect(
            notices.tell_soon, dispatch_uid="conversations-decisions"
        )
        profile.facts_forgotten.connect(
            recordings.on_facts_forgotten, dispatch_uid="conversations-recordings"
        )
