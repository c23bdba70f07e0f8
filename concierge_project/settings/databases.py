"""PostgreSQL and the channel layer, from their addresses."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from apps.infrastructure import credentials
from apps.infrastructure.pooled_connection import PooledConnection


def postgres(url: str, *, has_pool: bool) -> dict[str, dict[str, Any]]:
    """`DATABASES` for a connection URL. Raises `ImproperlyConfigured`."""
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError as error:
        reason = credentials.hide(str(error))
        # Without its cause, whose text holds the password.
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {reason}") from None
    # A pool saves 6 ms a query; threads and tests that fork are better without.
    pool = {
        "min_size": 1,
        # For the threads of turns, and the requests of guests and of staff.
        "max_size": 16,
        "timeout": 3,
        "connection_class": PooledConnection,
    }
    # Django's own queries are never prepared; those of `infrastructure/sql.py` are, and
    # without a threshold psycopg would not do what they ask for.
    options = {"prepare_threshold": 5, **({"pool": pool} if has_pool else {})}
    return {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": parts.get("dbname"),
            "USER": parts.get("user") or "",
            "PASSWORD": parts.get("password") or "",
            "HOST": parts.get("host") or "",
            "PORT": parts.get("port") or "",
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options,
        }
    }


def channel_layers(redis_url: str) -> dict[str, dict[str, Any]]:
    """Pub/sub outlives a restart of Redis; the core layer would close sockets."""
    # redis-py 8 gives up reading after 5 s; a silent socket is no fault.
    host = {"address": redis_url, "socket_timeout": None}
    return {
        "default": {
            "BACKEND": "apps.webchat.channel_layer.NotificationLayer",
            "CONFIG": {"hosts": [host]},
        }
    }
