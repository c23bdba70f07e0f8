"""Whether a wish may be for something new, and for no booking that the guest has."""

from __future__ import annotations

from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.infrastructure import patterns
from apps.reservations.models import RequestKind

# "Make it 9" goes on with a table that was just asked for, and "I want the penthouse"
# with none that is booked.
_KINDS = frozenset({RequestKind.CHANGE, RequestKind.UPGRADE})
# Words of what the guest has, or of having it changed.
_HELD = patterns.compile(
    r"\b(?:my|our|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|meus?|minhas?|mein\w*|"
    r"unser\w*|mi[oa]|nostr[oa]|booked|bookings?|reserv\w*|resa|buchung\w*|prenot\w*|"
    r"chang\w*|mov(?:e|ed|ing)|push|bump|shift|switch|swap|postpone|delay|reschedul\w*|"
    r"rebook\w*|upgrad\w*|bigger|better|larger|nicer|cambi\w*|mover|muev\w*|aplaz\w*|"
    r"adelant\w*|retras\w*|modifi\w*|deplac\w*|decal\w*|repouss\w*|report\w*|avanc\w*|"
    r"verschieb\w*|verleg\w*|umbuch\w*|spost\w*|instead of|rather than|en vez de|"
    r"en lugar de|au lieu de)\b|改|换|升级"
)


def may_be_new(message: BookingMessage) -> bool:
    """Of a guest who has not said who he is."""
    return message.kind in _KINDS and not _HELD.search(message.words)
