"""Settings that hold secrets: logs hide their values, and backups only name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from apps.infrastructure import credentials

SECRET_SETTINGS = (
    "SECRET_KEY",
    "GOOGLE_API_KEY",
    "OPENAI_API_KEY",
    "OPENAI_SERVER_KEYS",
    "API_KEY",
    "CMS_WEBHOOK_SECRET",
    "CMS_WEBHOOK_SECRETS",
    "METRICS_TOKEN",
    "GOOGLE_SHEETS_CREDENTIALS",
    "LANGFUSE_SECRET_KEY",
    "MEDIA_S3_ACCESS_KEY",
    "MEDIA_S3_SECRET_KEY",
    "TELNYX_API_KEY",
    "RESERVATION_SOURCE_KEYS",
    "WEATHER_KEY",
    "STAFF_SSO_CLIENT_SECRET",
    "EMAIL_URL",
    "HEARTBEAT_URL",
)
# Of these the password alone is secret; every installation has its own two servers.
CONNECTION_URLS = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "EMAIL_URL")
# The path of a file that holds the secret.
PATHS = ("GOOGLE_SHEETS_CREDENTIALS",)


def values(settings: Mapping[str, Any]) -> Iterator[str]:
    """What no line of a log may contain. settings: by name."""
    for name in SECRET_SETTINGS:
        value = settings[name]
        if isinstance(value, dict):
            yield from value.values()
        elif name not in (*CONNECTION_URLS, *PATHS):
            yield value
    for name in CONNECTION_URLS:
        yield from credentials.passwords(settings[name])
