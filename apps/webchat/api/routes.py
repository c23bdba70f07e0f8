"""All addresses of the HTTP API, with their OpenAPI document."""

from __future__ import annotations

from django.conf import settings
from ninja import NinjaAPI

from apps.webchat.api import chat, errors, feedback, overview, threads

api = NinjaAPI(
    title="Concierge",
    version=settings.VERSION,
    description="Answers for guests of a resort, streamed and cited.",
    openapi_url="/api/openapi.json",
    docs_url=None,  # its pages would load scripts from elsewhere
)
errors.connect(api)
for _router in (chat.router, overview.router, feedback.router, threads.router):
    api.add_router("", _router)
