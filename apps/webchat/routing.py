"""Websocket addresses."""

from django.urls import path, re_path

from apps.webchat.consumers import ChatConsumer
from apps.webchat.not_found import NotFoundConsumer

websocket_urlpatterns = [
    path("ws/<slug:slug>/", ChatConsumer.as_asgi()),
    re_path(r"^.*$", NotFoundConsumer.as_asgi()),
]
