"""What a guest leaves out: "all except the room", "not the room! just dinner"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.conversations.turns.bookings.words import (
    decisions,
    named_days,
    phrases,
    selection,
)
from apps.conversations.turns.bookings.words.booking_names import BookingNames
from apps.infrastructure import patterns
from apps.reservations.models import Reservation

# Longer messages say more than which bookings are meant.
MOST_WORDS = 14
_COMMAS = patterns.compile("[,:\u2013\u2014\uff0c\u3001]")
_ALL = (
    r"(?:all|everything|both|bookings|reservations|appointments|rest|lot|todo|todos|"
    r"todas|ambos|ambas|reservas|reservaciones|citas|resto|demas|tout|tous|toutes|"
    r"reste|tudo|alles|tutto|tutte|tutti)"
)
_LEAVING_OUT = (
    r"(?:except(?:ing)?(?: for)?|excluding|apart from|aside from|other than|besides|"
    r"without|save(?: for)?|bar|barring|minus|excepto|exceptuando|menos|salvo|"
    r"aparte de|a excepcion de|quitando|sin|excepte|sauf|hormis|a part|"
    r"a l exception d[eu]|en dehors d[eu]|sans|exceto|menos|fora|ausser|bis auf|ohne|"
    r"tranne|eccetto|senza)"
)
_KEEPING = (
    r"(?:(?:dont|do not) (?:cancel|touch|change|move)|keep|leave|not|pas|no|"
    r"n annule[zr]? pas|ne touche[zr]? pas a|no cancel[ea]\w*|no toque\w*|"
    r"conserv\w+|manten\w+|dej[ea]\w*|gard\w+|laiss\w+)"
)
_BUT = r"(?:but|and|y|pero|et|mais|\.)"
# "All but ballo", "everything and keep the room", "todo menos la cena".
_EXCEPTION = patterns.compile(
    rf"^(?P<scope>.*\b{_ALL}\b[^.]*?) ?[. ]*(?:(?:{_BUT} )*{_KEEPING}|"
    rf"(?P<sure>{_LEAVING_OUT}|but(?: for)?)) (?P<which>[^.]+)"
)
# "Keep the room, cancel the rest", "except for the room, cancel everything".
_EXCEPTION_FIRST = patterns.compile(
    rf"^(?:please )?(?:(?P<sure>{_LEAVING_OUT})|{_KEEPING}) (?P<which>[^.]+?) "
    rf"(?:{_BUT} )+(?P<scope>[^.]*\b{_ALL}\b.*)$"
)
_UNCHANGED = patterns.compile(
    r" (?:as (?:it |they )?(?:is|are)|alone|in place|untouched|though|tal como esta|"
    r"como esta|comme (?:elle|il) est)$"
)
_SIGN = patterns.compile(
    r"\b(?:(?P<not>not|no (?:la|el|las|los|mi|mis)|pas|nicht|nao)|"
    r"(?P<only>just|only|solo|solamente|unicamente|seulement|uniquement|juste|apenas|"
    r"somente|nur|soltanto)|sino|mais|sondern|rather|instead)\b"
)
# "The dinner is not meant": "la cena no".
_NOT_AFTER = patterns.compile(r"^(?P<which>.+) no$")
_THAT = patterns.compile(
    r"^(?:that|this|it|these|those|es[aeo]s?|est[aeo]s?|cel(?:le|ui)|ca|cela)"
    r"(?: one| ones| la| ci)?$"
)
_BEFORE_WHICH = patterns.compile(
    r"^ *(?:(?:no|nope|nah|hmm|oh|oops|wait|sorry|actually|ok|okay|please|and|cancel|"
    r"i (?:meant|mean|said|want)|non|nao|nein|perdon|espera|espere|y|et|mejor|"
    r"cancel[ea]|anul[ea]|annule[zr]?|quiero|quise decir|queria decir|"
    r"je voulais dire|je veux dire|ich meine|quis dizer)\b *)*"
)


@dataclass(frozen=True)
class Signs:
    """Folded words of what is left out, and of what is meant, clause by clause."""

    excluded: Sequence[str]
    included: Sequence[str]


def may_be_in(text: str) -> bool:
    """Whether a text may leave something out of all that is booked: "no hurry" after
    "cancel everything" says which as little as "no room" does."""
    return _exception(text) is not None


def are_in(text: str) -> bool:
    """Whether a text leaves something out of all that is booked, whatever that is."""
    match = _exception(text)
    return match is not None and match["sure"] is not None


def may_be_signs(text: str) -> bool:
    """Whether it may say that one booking is meant, and another is not."""
    words = phrases.words_of(text)
    is_signed = bool(_SIGN.search(words) or _NOT_AFTER.search(words))
    return is_signed and len(words.split()) <= MOST_WORDS


def signs(text: str, names: BookingNames) -> Signs | None:
    """Of "not the room! just dinner"; None where a text says anything besides."""
    if not may_be_signs(text):
        return None
    excluded: list[str] = []
    included: list[str] = []
    is_only = False
    is_other = False
    for sign, which in _signed(text):
        is_other = is_other or (sign == "not" and bool(_THAT.search(which)))
        if not which or _THAT.search(which):
            continue
        if not selection.only_says_which(which, names):
            return None
        (excluded if sign == "not" else included).append(which)
        is_only = is_only or sign == "only"
    is_correction = bool(excluded) or (bool(included) and (is_only or is_other))
    return Signs(excluded, included) if is_correction else None


def of_all(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those of "all except the room"; empty for all other texts, and where only the
    guest can tell."""
    exception = _exception(text)
    if exception is None:
        return []
    which = _UNCHANGED.sub("", exception["which"]).strip()
    excluded = named(bookings, [which], now)
    scope = _of_scope(bookings, exception["scope"], now) if excluded else []
    return [own for own in scope if own not in excluded]


def chosen(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those of a list that the guest was asked about; empty where none is left out."""
    if may_be_in(text):
        return of_all(bookings, text, now)
    read = signs(text, selection.names_of(bookings))
    if read is None:
        return []
    if read.included:
        return named(bookings, read.included, now)
    excluded = named(bookings, read.excluded, now)
    return [own for own in bookings if own not in excluded] if excluded else []


def named(
    bookings: Sequence[Reservation], parts: Sequence[str], now: datetime
) -> list[Reservation]:
    """All that words such as "the room and ballo" name; empty where they say more."""
    names = selection.names_of(bookings)
    pieces = [piece for part in parts for piece in selection.pieces(part)]
    if not all(selection.only_says_which(piece, names) for piece in pieces):
        return []
    matches = [selection.matching(bookings, piece, now) for piece in pieces]
    return [own for own in bookings if any(own in each for each in matches)]


def _of_scope(
    bookings: Sequence[Reservation], scope: str, now: datetime
) -> list[Reservation]:
    """Of "all my dinners" or "everything tomorrow"; empty for several days."""
    if named_days.has_exception_or_period(scope):
        return []
    if named_days.named_day(scope, now) is not None:
        return named_days.beginning_then(bookings, scope, now)
    matches = selection.matching(bookings, scope, now)
    return matches if len(matches) <= selection.MOST_TOGETHER else []


def _exception(text: str) -> patterns.Match | None:
    """All that is wanted, and what is left out of it."""
    words = phrases.words_of(_COMMAS.sub(". ", text))
    match = _EXCEPTION.search(words) or _EXCEPTION_FIRST.search(words)
    # "Don't cancel everything, keep the room" cancels nothing.
    is_refused = match is not None and decisions.read(match["scope"]).is_firm
    return None if is_refused else match


def _signed(text: str) -> Iterator[tuple[str, str]]:
    """Each part of a text with "not", "only" or nothing before it."""
    for _, words in decisions.clauses_of(text):
        matches = list(_SIGN.finditer(words))
        starts = [*(match.start() for match in matches), len(words)]
        before = _BEFORE_WHICH.sub("", words[: starts[0]]).strip(" .")
        not_after = _NOT_AFTER.search(before)
        yield ("not", not_after["which"]) if not_after else ("", before)
        for match, end in zip(matches, starts[1:], strict=True):
            sign = "not" if match["not"] else "only" if match["only"] else ""
            yield sign, _BEFORE_WHICH.sub("", words[match.end() : end]).strip(" .")
