"""All websocket addresses; the guests' come last, because they end with a catch-all."""

from apps.staff import routing as staff
from apps.webchat import routing as webchat

urlpatterns = [*staff.websocket_urlpatterns, *webchat.websocket_urlpatterns]
