"""Tells open queues that something has changed, by property, and nothing else.

A page that hears of it asks for its list again, and gets what its reader may see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.admin.sites import site
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.signals import post_save
from django.http import HttpRequest
from redis import RedisError

from apps.infrastructure import redis
from apps.properties import access
from apps.reservations.models import Escalation, RequestNote, RequestStep
from apps.staff.requests.people import PERMISSION

log = logging.getLogger(__name__)


def connect() -> None:
    for model in (RequestStep, RequestNote, Escalation):
        name = f"staff-live-{model.__name__}"
        post_save.connect(_saved, sender=model, dispatch_uid=name)


def group(property_id: int) -> str:
    return f"staff.requests.{property_id}"


def announce(property_id: int) -> None:
    """Once the transaction is committed; without Redis, pages ask every minute."""
    transaction.on_commit(partial(_send, property_id), robust=True)


def properties_of(user_id: int | None) -> list[int]:
    """Of which the user may see the queue now; read anew each time."""
    users = User.objects.filter(pk=user_id or 0, is_active=True)
    user = users.first()
    if user is None:
        return []
    request = HttpRequest()
    request.user = user
    if not (site.has_permission(request) and user.has_perm(PERMISSION)):
        return []
    with access.scope_of(user):
        return list(access.properties(user).values_list("pk", flat=True))


async def tolerate_outage(call: Awaitable[Any]) -> None:
    """The layer has no limit of its own, and waits for ever for a lost Redis."""
    try:
        async with asyncio.timeout(redis.ANSWER_SECONDS):
            await call
    except (OSError, RedisError) as error:
        log.warning("open queues are not told: %s", error)


def _saved(instance: Any, created: bool, **_: Any) -> None:
    if created:
        announce(instance.request.property_id)


def _send(property_id: int) -> None:
    event = {"type": "requests.changed", "property": property_id}
    async_to_sync(_send_to_group)(group(property_id), event)


async def _send_to_group(name: str, event: dict[str, Any]) -> None:
    await tolerate_outage(get_channel_layer().group_send(name, event))
