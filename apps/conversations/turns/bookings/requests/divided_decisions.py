"""A yes to one of several proposals, and a no to another: "yes to the show, no to the
massage"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings.requests import joint_requests
from apps.conversations.turns.bookings.words import phrases, selection
from apps.conversations.turns.bookings.words.booking_names import BookingNames
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations.models import Request

_SIGN = patterns.compile(
    r"\b(?:(?P<yes>yes|yeah|yep|ok|okay|si|oui|ja|sim)|no|nope|not|non|nein|nao)\b"
    r"(?: (?:to|for|with|on|al?|para|con|pour|aux?|avec|zu[mr]?))?\b"
)
_JOINT_AT_END = patterns.compile(
    r"(?:\b(?:and|but|y|pero|et|mais|e|ma|und|aber)|[ .])+$"
)


def are_all(text: str, names: BookingNames) -> bool:
    """Whether a text says yes and no to bookings, and nothing besides."""
    divided = list(_parts(phrases.words_of(text)))
    are_both = len({is_yes for is_yes, _ in divided}) > 1
    return are_both and all(
        selection.only_says_which(which, names) for _, which in divided
    )


def decided(writer: Writer, text: str, rows: Sequence[Request]) -> BookingReply | None:
    """None where a part names no booking of a proposal, or all decide the same."""
    bookings = [row.reservation for row in rows if row.reservation]
    names = selection.names_of(bookings)
    if not are_all(text, names):
        return None
    by_sign: dict[bool, list[Request]] = {True: [], False: []}
    for is_yes, which in _parts(phrases.words_of(text)):
        matches = selection.matching(bookings, which, writer.now)
        by_sign[is_yes] += [row for row in rows if row.reservation in matches]
    agreed, declined = by_sign[True], by_sign[False]
    if not agreed or not declined or set(agreed) & set(declined):
        return None
    withdrawn = joint_requests.move(writer, declined, "withdraw")
    return joint_requests.after(
        withdrawn, joint_requests.move(writer, agreed, "confirm")
    )


def _parts(words: str) -> Iterator[tuple[bool, str]]:
    """Whether each part agrees, and the words after its yes or no."""
    signs = list(_SIGN.finditer(words))
    if not signs or words[: signs[0].start()].strip():
        return
    ends = [*(following.start() for _, following in pairwise(signs)), len(words)]
    for sign, end in zip(signs, ends, strict=True):
        which = _JOINT_AT_END.sub("", words[sign.end() : end])
        yield bool(sign["yes"]), which.strip()
