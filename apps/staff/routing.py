"""Websocket addresses of the staff's pages."""

from django.urls import path

from apps.staff.live.consumers import ApprovalsConsumer, RequestsConsumer

websocket_urlpatterns = [
    path("admin/ws/requests/", RequestsConsumer.as_asgi(), name="ws-requests"),
    path("admin/ws/approvals/", ApprovalsConsumer.as_asgi(), name="ws-approvals"),
]
