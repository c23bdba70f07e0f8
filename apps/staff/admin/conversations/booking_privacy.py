"""Who may not see reservations does not read of them in conversations either."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied

from apps.conversations import booking_turns
from apps.conversations.models import Turn

READ_BOOKINGS = "reservations.view_reservation"
HIDDEN = "[about a booking, for staff who may see reservations]"


def hides(turn: Turn, user: Any) -> bool:
    """Whether what the turn says of bookings is not for this reader."""
    return not user.has_perm(READ_BOOKINGS) and booking_turns.is_one(
        turn, turn.messages.all()
    )


def insist(turn: Turn, user: Any) -> None:
    """Raises PermissionDenied."""
    if hides(turn, user):
        raise PermissionDenied(HIDDEN)
