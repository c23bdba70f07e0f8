"""Every request and websocket comes in here: origin check, session, route."""

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")
_http: Any = (
    get_asgi_application()
)  # sets Django up; what follows needs the app registry

from concierge_project.middleware.connection_limit import (  # noqa: E402
    ConnectionLimit,
)
from concierge_project.middleware.request_log import AccessLog  # noqa: E402
from concierge_project.middleware.request_size import BodyLimit  # noqa: E402

_websocket: Any = AllowedHostsOriginValidator(
    AuthMiddlewareStack(URLRouter(import_string(settings.WEBSOCKET_ROUTES)))
)
application = ProtocolTypeRouter(
    {
        "http": AccessLog(ConnectionLimit(BodyLimit(_http))),
        "websocket": AccessLog(ConnectionLimit(_websocket)),
    }
)
