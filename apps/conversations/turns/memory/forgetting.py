"""Forgets all that a guest has told, so that no turn on its way brings it back."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from apps.conversations.models import Conversation, Turn, TurnRecording
from apps.guests import profile
from apps.guests.models import Guest


@transaction.atomic
def everything(guest: Guest | None, thread: UUID | None, *, with_waiting: bool) -> None:
    """Of a guest, and of a thread that has none yet.

    A turn that has begun by now notes nothing: its facts were told before.
    with_waiting: nor does one that waits. It was asked later than a message that
    wants all forgotten, and before the press of a button.
    """
    own = Q(pk=thread) | Q(guest=guest) if guest else Q(pk=thread)
    rows = Conversation.objects.filter(own).order_by("pk")
    threads = list(rows.select_for_update(of=("self",)).values_list("pk", flat=True))
    turns = Turn.objects.filter(conversation__in=threads, is_forgotten=False)
    if not with_waiting:
        turns = turns.exclude(status=Turn.Status.QUEUED)
    turns.update(is_forgotten=True)
    TurnRecording.objects.filter(turn__conversation__in=threads).delete()
    # A thread may have got its guest until it was locked.
    guest = guest or Guest.objects.filter(conversations__in=threads).first()
    if guest:
        profile.forget_everything(guest)


def is_forgotten(turn_id: UUID) -> bool:
    """Whether what a turn tells is forgotten already; its thread has to be locked."""
    return Turn.objects.filter(pk=turn_id, is_forgotten=True).exists()
