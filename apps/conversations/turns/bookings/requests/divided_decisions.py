"""A yes to one of several proposals, and a no to another: "yes to the show, no to the
massage", or "yes, all except the massage"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings.requests import joint_requests
from apps.conversations.turns.bookings.words import decisions, phrases, selection
from apps.conversations.turns.bookings.words.booking_names import BookingNames
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations.models import Request
from apps.reservations.request_status import Status

# "The late checkout request".
MOST_WORDS_OF_KIND = 5
_SIGN = patterns.compile(
    r"\b(?:(?P<yes>yes|yeah|yep|ok|okay|si|oui|ja|sim)|no|nope|not|non|nein|nao)\b"
    r"(?: (?:to|for|with|on|al?|para|con|pour|aux?|avec|zu[mr]?))?\b"
)
_JOINT_AT_END = patterns.compile(
    r"(?:\b(?:and|but|y|pero|et|mais|e|ma|und|aber)|[ .])+$"
)
# "Yes, all but", and what is left out: "the massage", "don't cancel the massage".
_EXCEPTION = patterns.compile(
    r"^(?:(?:yes|yeah|yep|sure|ok|okay|si|vale|oui|ja|sim|please|por favor|to|a|"
    r"d accord|send|s il vous plait|bitte|(?P<all>all|everything|both|todo|todos|todas|"
    r"ambos|ambas|tout|tous|toutes|les deux|tudo|alles|beides?|tutto)) ?)+ "
    r"(?:(?P<except>except(?: for)?|apart from|other than|without|excepto|menos|salvo|"
    r"sauf|a part|exceto|ausser|tranne)|but|however|pero|mais|mas|aber|ma) "
    r"(?P<which>.+)$"
)
_REFUSAL = patterns.compile(
    r"\b(?:dont|do not|not|no|ne|n|pas|non|nao|nicht|keep|leave|mant[ei]\w*|"
    r"dej[ea]\w*|garde[rz]?|laisse[rz]?|behalt\w*)\b"
)
# Beside a refusal and what it is about: "don't cancel it", "no lo cancele".
_VERB = patterns.compile(
    r"\b(?:cancel(?:l?ar|es?|en|led)?|anul(?:ar|en?|es?)|annule[rz]?|stornier\w*|send|"
    r"envi\w*|envoye[rz]?|mand\w*|move|change|alone|lo|le|les|l|it|as|is|tal|como|esta|"
    r"want|to|for|please)\b"
)
_TAKING_BACK = patterns.compile(
    r"^(?:(?:please|no|actually|por favor|s il vous plait) )*(?:take back|pull back|"
    r"withdraw|revoke|retract|undo|retir(?:e|a|ar|en)|retire[rz]?|ritir[ai]|retirar) "
    r"(?P<which>.+)$"
)
UNDECIDED = frozenset({Status.PROPOSED, Status.WAITING, Status.CHANGED})


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
    if divided := _with_exception(writer, text, rows, names):
        return divided
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


def _with_exception(
    writer: Writer, text: str, rows: Sequence[Request], names: BookingNames
) -> BookingReply | None:
    """To a yes that leaves one of the proposals out, and says which."""
    which = _excepted(phrases.words_of(text))
    unwanted = named(writer, which, rows, names) if which else []
    agreed = [row for row in rows if row not in unwanted]
    if not unwanted or not agreed:
        return None
    withdrawn = joint_requests.move(writer, unwanted, "withdraw")
    return joint_requests.after(
        withdrawn, joint_requests.move(writer, agreed, "confirm")
    )


def _excepted(words: str) -> str:
    """What a yes leaves out; empty for other words."""
    match = _EXCEPTION.search(words)
    if match is None:
        return ""
    which = match["which"]
    is_left_out = match["except"] or match["all"] or _REFUSAL.search(which)
    return _VERB.sub(" ", _REFUSAL.sub(" ", which)).strip() if is_left_out else ""


def named(
    writer: Writer, which: str, rows: Sequence[Request], names: BookingNames
) -> list[Request]:
    """Those of the requests that words name by booking or kind, and nothing besides."""
    bookings = [row.reservation for row in rows if row.reservation]
    kinds = decisions.kinds_in(which)
    of_kind = [row for row in rows if row.kind in kinds]
    if of_kind and len(which.split()) <= MOST_WORDS_OF_KIND:
        return of_kind
    if not selection.only_says_which(which, names):
        return []
    matches = selection.matching(bookings, which, writer.now)
    return [row for row in rows if row.reservation in matches]


def several_taken_back(writer: Writer, text: str) -> BookingReply | None:
    """To "take back the dinner and the massage"; None where it names no two that
    wait with the team, or says anything else."""
    order = _TAKING_BACK.search(phrases.words_of(text))
    pieces = selection.pieces(order["which"]) if order else []
    if len(pieces) < 2:  # noqa: PLR2004 - one is taken back by itself
        return None
    rows = [row for row in writer.open_requests if row.status in UNDECIDED]
    names = selection.names_of([row.reservation for row in rows if row.reservation])
    matches = [named(writer, piece, rows, names) for piece in pieces]
    if any(len(requests) != 1 for requests in matches):
        return None
    unwanted = {requests[0].pk: requests[0] for requests in matches}
    return joint_requests.move(writer, list(unwanted.values()), "withdraw")


def _parts(words: str) -> Iterator[tuple[bool, str]]:
    """Whether each part agrees, and the words after its yes or no."""
    signs = list(_SIGN.finditer(words))
    if not signs or words[: signs[0].start()].strip():
        return
    ends = [*(following.start() for _, following in pairwise(signs)), len(words)]
    for sign, end in zip(signs, ends, strict=True):
        which = _JOINT_AT_END.sub("", words[sign.end() : end])
        yield bool(sign["yes"]), which.strip()
