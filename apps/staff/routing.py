"""Websocket addresses of the staff's pages."""

from django.urls import path

from apps.staff.requests.consumers import RequestsConsumer

websocket_urlpatterns = [
    path("admin/ws/requests/", RequestsConsumer.as_asgi(), name="ws-requests"),
]
