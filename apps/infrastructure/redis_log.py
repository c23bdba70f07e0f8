"""The append-only file of Redis, in which deleted values stay until it is rewritten."""

from __future__ import annotations

import logging

from redis import RedisError

from apps.infrastructure import redis

log = logging.getLogger(__name__)


def rewrite() -> bool:
    """Has Redis write the file anew, without what was deleted; False if it cannot.

    A server without such a file has nothing to write, and some hosts refuse.
    """
    client = redis.blocking()
    try:
        if not client.info("persistence").get("aof_enabled"):
            return False
        client.bgrewriteaof()
    except (RedisError, OSError) as error:
        log.warning("Redis does not rewrite its file: %s", type(error).__name__)
        return False
    return True
