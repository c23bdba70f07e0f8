"""What a guest decides on what he was asked: yes or no, and what he says besides.

A message is read clause by clause. A clause agrees only where all of it does, and a
clear no counts wherever it stands: what a guest takes back is never sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from apps.concierge.guardrails import phrase_syntax
from apps.concierge.routing import offers
from apps.conversations.turns.bookings.words import phrases
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern
from apps.reservations.models import RequestKind

WORDS = Path(__file__).with_name("decisions.yaml")
_CLAUSE_ENDS = patterns.compile(
    r"[,;!?\n\u2026\u2013\u2014\uff0c\u3002\uff1b\uff01\uff1f\u3001]+|\.+(?:\s|$)|"
    r"\s-\s|\b(?:but|however|pero)\b|\u4f46\u662f?|\u4e0d\u8fc7",
    "i",
)
_MEMORY = 16 << 20
# Longer messages say more than a decision.
LONGEST = 300


class Word(StrEnum):
    """UNCLEAR: it may be a no."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    NONE = ""


class _Sense(StrEnum):
    """What a clause says. ACT: a yes that says what to do: "send it"."""

    YES = "yes"
    ACT = "act"
    NO = "no"
    FIRM_NO = "firm no"
    KEEP = "keep"
    MIXED = "mixed"
    PAUSE = "pause"
    FILLER = "filler"
    OTHER = "other"


_NOS = frozenset({_Sense.NO, _Sense.FIRM_NO, _Sense.KEEP})
_YESES = frozenset({_Sense.YES, _Sense.ACT})
_Clauses = Sequence[tuple[str, str, _Sense]]


@dataclass(frozen=True)
class Decision:
    """about: folded words of the clauses that decide. other_clauses: what else is said,
    as it was written. is_firm: it is no mere "no", which may begin a correction. keeps:
    a booking is to stay. names_act: the yes says what to do.
    """

    word: Word = Word.NONE
    about: str = ""
    other_clauses: Sequence[str] = ()
    is_firm: bool = False
    keeps: bool = False
    names_act: bool = False

    @property
    def remainder(self) -> str:
        return ", ".join(self.other_clauses)

    @property
    def is_whole(self) -> bool:
        """Whether the message is a yes or a no, and says nothing besides."""
        return self.word in {Word.YES, Word.NO} and not self.other_clauses

    @property
    def kinds(self) -> set[RequestKind]:
        """Kinds of requests that the deciding clauses name."""
        return kinds_in(self.about)


def read(text: str, kind: str = "", *, is_offer: bool = False) -> Decision:
    """kind: of the request that the guest was asked about; empty where there is none.

    is_offer: staff offer something, so that "I take it" agrees.
    """
    if len(text) > LONGEST:
        return Decision(other_clauses=[text])
    clauses = [
        (clause, words, _sense(words, kind, is_offer=is_offer))
        for clause in map(str.strip, _CLAUSE_ENDS.split(text))
        if (words := phrases.words_of(clause))
    ]
    if any(sense in _NOS for *_, sense in clauses):
        return _no_of(clauses)
    other_clauses = [clause for clause, _, sense in clauses if sense == _Sense.OTHER]
    agreeing = [each for each in clauses if each[2] in _YESES]
    about = " . ".join(words for _, words, _ in agreeing)
    names_act = any(sense == _Sense.ACT for *_, sense in clauses)
    is_doubtful = any(sense in {_Sense.MIXED, _Sense.PAUSE} for *_, sense in clauses)
    if is_doubtful and not names_act:
        return Decision(Word.UNCLEAR, about, other_clauses)
    if agreeing or (clauses and not other_clauses and offers.is_yes(text)):
        return Decision(Word.YES, about, other_clauses, names_act=names_act)
    is_doubtful = any(has_doubts(words) for _, words, _ in clauses)
    return Decision(Word.UNCLEAR if is_doubtful else Word.NONE, "", other_clauses)


def is_no(text: str) -> bool:
    """Whether the whole message declines."""
    decision = read(text)
    return decision.word == Word.NO and not decision.other_clauses


def kinds_in(words: str) -> set[RequestKind]:
    """Kinds of requests that folded words name: "the late checkout"."""
    return {kind for kind, pattern in _names() if pattern.search(words)}


def has_doubts(words: str) -> bool:
    """Whether folded words may say no: "not so sure"."""
    return bool(_any("doubts").search(_any("no_keeps").sub(" ", words)))


def _no_of(clauses: _Clauses) -> Decision:
    """A yes beside a no counts where it names another request: "send the other one"."""
    about = " . ".join(words for _, words, sense in clauses if sense in _NOS)
    senses = {sense for *_, sense in clauses}
    is_firm = bool(senses & {_Sense.FIRM_NO, _Sense.KEEP})
    declined = kinds_in(about)
    other_clauses = [
        clause
        for clause, words, sense in clauses
        if sense == _Sense.OTHER or (sense == _Sense.ACT and kinds_in(words) - declined)
    ]
    if not is_firm and _Sense.ACT in senses and not other_clauses:
        return Decision(Word.UNCLEAR, about)
    return Decision(Word.NO, about, other_clauses, is_firm, _Sense.KEEP in senses)


def _sense(words: str, kind: str, *, is_offer: bool) -> _Sense:
    """The first that holds."""
    acts, takes = ("sends", f"acts {kind}"), ("takes",) if is_offer else ()
    yes = ("agrees", *acts, *takes, "fillers")
    no = ("declines", f"declines_acts {kind}", "pauses", "fillers")
    not_lost = _any("no_keeps").sub(" ", words)
    senses: Sequence[tuple[_Sense, Callable[[], object]]] = (
        (_Sense.FILLER, lambda: _whole("fillers").search(words)),
        (_Sense.PAUSE, lambda: _whole("pauses", "fillers").search(words)),
        (_Sense.FIRM_NO, lambda: _any("refuses").search(not_lost)),
        (_Sense.KEEP, lambda: not_lost == words and _only("keeps").search(words)),
        (_Sense.ACT, lambda: _whole(*yes).search(words) and _any(*acts).search(words)),
        (_Sense.YES, lambda: _whole(*yes).search(words)),
        (_Sense.NO, lambda: offers.is_no(words) or _whole(*no).search(words)),
        (_Sense.YES, lambda: offers.is_yes(words)),
        (_Sense.MIXED, lambda: _whole(*yes, *no).search(words)),
    )
    return next((sense for sense, holds in senses if holds()), _Sense.OTHER)


@cache
def _whole(*keys: str) -> Pattern:
    """For words that are nothing but pieces of these keys."""
    pieces = "|".join(piece for key in keys for piece in _pieces(key))
    return patterns.choice([rf"^(?: ?(?:{pieces}))+ ?$"], memory=_MEMORY)


@cache
def _only(key: str) -> Pattern:
    """For words that are one phrase of the key."""
    return patterns.choice([rf"^(?:{'|'.join(_pieces(key))})$"], memory=_MEMORY)


@cache
def _any(*keys: str) -> Pattern:
    """For words that have a phrase of these keys somewhere."""
    pieces = [piece for key in keys for piece in _pieces(key)]
    return patterns.choice(pieces, memory=_MEMORY)


@cache
def _names() -> Sequence[tuple[RequestKind, Pattern]]:
    return [
        (RequestKind(kind), patterns.choice(_pieces(f"names {kind}"), memory=_MEMORY))
        for kind in _data()["en"]["names"]
    ]


def _pieces(key: str) -> list[str]:
    """In all languages; "acts cancel" are the entries of a kind."""
    name, _, kind = key.partition(" ")
    pieces = []
    for own in _data().values():
        phrases_of_key = own[name]
        if isinstance(phrases_of_key, Mapping):
            phrases_of_key = phrases_of_key.get(kind, ())
        if isinstance(phrases_of_key, str):
            phrases_of_key = [phrases_of_key]
        pieces += [phrase_syntax.spaced(each, own["slots"]) for each in phrases_of_key]
    return pieces


@cache
def _data() -> dict[str, dict[str, Any]]:
    """By language."""
    data: dict[str, dict[str, Any]] = yaml_files.read(WORDS)
    return data
