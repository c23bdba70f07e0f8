"""Every request and websocket comes in here: origin check, session, route."""

import os
from typing import Any

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")
django.setup(set_prefix=False)  # what follows needs the app registry

from concierge_project.middleware.connection_limit import (  # noqa: E402
    ConnectionLimit,
)
from concierge_project.middleware.forwarded_headers import (  # noqa: E402
    ForwardedHeaders,
)
from concierge_project.middleware.request_log import AccessLog  # noqa: E402
from concierge_project.middleware.request_queue import QueuedHandler  # noqa: E402
from concierge_project.middleware.request_size import BodyLimit  # noqa: E402
from concierge_project.middleware.run_to_end import RunToEnd  # noqa: E402
from concierge_project.middleware.websocket_origin import SameOrigin  # noqa: E402

_http: Any = QueuedHandler()
_websocket: Any = SameOrigin(
    AuthMiddlewareStack(URLRouter(import_string(settings.WEBSOCKET_ROUTES)))
)
application = ProtocolTypeRouter(
    {
        "http": ForwardedHeaders(
            AccessLog(ConnectionLimit(BodyLimit(RunToEnd(_http))))
        ),
        "websocket": ForwardedHeaders(AccessLog(ConnectionLimit(_websocket))),
    }
)
