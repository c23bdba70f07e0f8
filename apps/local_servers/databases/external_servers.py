"""Which servers are ours to run, and whether somebody else's can be reached."""

import psycopg
import redis
from django.conf import settings

from apps.infrastructure import credentials
from apps.local_servers.databases import shared_servers
from apps.local_servers.errors import Unavailable

PATIENCE_SECONDS = 5


def embedded_servers() -> list[shared_servers.Server]:
    """The servers for which the settings name no address."""
    urls = {
        shared_servers.POSTGRES: settings.DATABASE_URL,
        shared_servers.REDIS: settings.REDIS_URL,
    }
    return [server for server, url in urls.items() if not url]


def check_reachable() -> None:
    """Raises `Unavailable` when a server that the settings name does not answer."""
    if settings.DATABASE_URL:
        _reach_postgres(settings.DATABASE_URL)
    if settings.REDIS_URL:
        _reach_redis(settings.REDIS_URL)


def _reach_postgres(url: str) -> None:
    query = "select 1 from pg_available_extensions where name = 'vector'"
    try:
        with psycopg.connect(url, connect_timeout=PATIENCE_SECONDS) as connection:
            has_vector = connection.execute(query).fetchone() is not None
    except psycopg.Error as error:
        raise Unavailable(
            "DATABASE_URL names a PostgreSQL that cannot be used: "
            f"{credentials.hide(str(error))}\n"
            "Start it or correct the address; without DATABASE_URL a local one is run."
        ) from error
    if not has_vector:
        raise Unavailable("The PostgreSQL of DATABASE_URL lacks pgvector; install it.")


def _reach_redis(url: str) -> None:
    try:
        client = redis.Redis.from_url(
            url,
            socket_connect_timeout=PATIENCE_SECONDS,
            socket_timeout=PATIENCE_SECONDS,
        )
        client.ping()
        client.close()
    except (redis.RedisError, ValueError) as error:
        raise Unavailable(
            "REDIS_URL names a Redis that cannot be used: "
            f"{credentials.hide(str(error))}\n"
            "Start it or correct the address; without REDIS_URL a local one is run."
        ) from error
