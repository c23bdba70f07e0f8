"""PostgreSQL and the channel layer, from their addresses."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from apps.infrastructure import credentials
from apps.infrastructure.postgresql.scoped_connection import PooledConnection


def postgres(
    url: str, *, has_pool: bool, owner_url: str = ""
) -> dict[str, dict[str, Any]]:
    """`DATABASES` for a connection URL. Raises `ImproperlyConfigured`.

    owner_url: for the role that owns the tables, where another one serves.
    """
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
            "ENGINE": "apps.infrastructure.postgresql",
            **_address(url, "DATABASE_URL"),
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options,
            "OWNER": _login(owner_url),
        }
    }


def _login(owner_url: str) -> dict[str, Any]:
    """Of the owner; it goes to the same database as everybody, a test's included."""
    address = _address(owner_url, "DATABASE_OWNER_URL") if owner_url else {}
    return {name: value for name, value in address.items() if name != "NAME"}


def _address(url: str, setting: str) -> dict[str, Any]:
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError as error:
        reason = credentials.hide(str(error))
        # Without its cause, whose text holds the password.
        raise ImproperlyConfigured(f"{setting} cannot be read: {reason}") from None
    return {
        "NAME": parts.get("dbname"),
        "USER": parts.get("user") or "",
        "PASSWORD": parts.get("password") or "",
        "HOST": parts.get("host") or "",
        "PORT": parts.get("port") or "",
    }


def channel_layers(redis_url: str) -> dict[str, dict[str, Any]]:
    """Pub/sub outlives a restart of Redis; the core layer would close sockets."""
    # redis-py 8 gives up reading after 5 s; a silent socket is no fault.
    host = {"address": redis_url, "socket_timeout": None}
    return {
        "default": {
            "BACKEND": "apps.webchat.sockets.channel_layer.NotificationLayer",
            "CONFIG": {"hosts": [host]},
        }
    }
