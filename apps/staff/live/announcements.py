"""Tells open lists that something has changed, by property, and nothing else.

A page that hears of it asks for its list again, and gets what its reader may see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass
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

from apps.conversations.review import held_answers
from apps.infrastructure import redis
from apps.properties import access
from apps.reservations.models import Escalation, RequestNote, RequestStep

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LiveList:
    """A list of the staff. permission: of those who may see it."""

    name: str
    permission: str

    def group(self, property_id: int) -> str:
        return f"staff.{self.name}.{property_id}"


REQUESTS = LiveList("requests", "reservations.change_request")
APPROVALS = LiveList("approvals", "conversations.change_message")


def connect() -> None:
    for model in (RequestStep, RequestNote, Escalation):
        name = f"staff-live-{model.__name__}"
        post_save.connect(_saved, sender=model, dispatch_uid=name)
    held_answers.changed.connect(_held, dispatch_uid="staff-live-approvals")


def announce(live_list: LiveList, property_id: int) -> None:
    """Once the transaction is committed; without Redis, pages ask every minute."""
    send = partial(_send, live_list.group(property_id), property_id)
    transaction.on_commit(send, robust=True)


def properties_of(live_list: LiveList, user_id: int | None) -> list[int]:
    """Of which the user may see the list now; read anew each time."""
    users = User.objects.filter(pk=user_id or 0, is_active=True)
    user = users.first()
    if user is None:
        return []
    request = HttpRequest()
    request.user = user
    if not (site.has_permission(request) and user.has_perm(live_list.permission)):
        return []
    with access.scope_of(user):
        return list(access.properties(user).values_list("pk", flat=True))


async def tolerate_outage(call: Awaitable[Any]) -> None:
    """The layer has no limit of its own, and waits for ever for a lost Redis."""
    try:
        async with asyncio.timeout(redis.BLOCKING_ANSWER_SECONDS):
            await call
    except TimeoutError:
        redis.silence().note()
        log.warning("open lists are not told: Redis is silent")
    except (OSError, RedisError) as error:
        log.warning("open lists are not told: %s", error)


def _saved(instance: Any, created: bool, **_: Any) -> None:
    if created:
        announce(REQUESTS, instance.request.property_id)


def _held(property_id: int, **_: Any) -> None:
    announce(APPROVALS, property_id)


def _send(group: str, property_id: int) -> None:
    if redis.silence().is_on:
        return
    event = {"type": "list.changed", "property": property_id}
    async_to_sync(_send_to_group)(group, event)


async def _send_to_group(name: str, event: dict[str, Any]) -> None:
    await tolerate_outage(get_channel_layer().group_send(name, event))
