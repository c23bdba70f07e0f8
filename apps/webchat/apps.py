from django.apps import AppConfig


class WebchatConfig(AppConfig):
    name = "apps.webchat"
    label = "webchat"

    def ready(self) -> None:
        from apps.conversations.turns.bookings.requests import notices  # noqa: PLC0415
        from apps.reservations import requests  # noqa: PLC0415 - needs loaded models
        from apps.webchat.sockets import tabs  # noqa: PLC0415

        requests.request_moved.connect(tabs.show_move, dispatch_uid="webchat-moves")
        notices.message_stored.connect(tabs.show_message, dispatch_uid="webchat-told")
