"""The sentences of a message, and whose words each of them is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from apps.guests.extraction.grammar import Grammar
from apps.infrastructure import patterns

_END = r"[!?;\n]+|\.+(?:\s|$)|\s(?:{but})\s"
# Longer sentences would be read once more for each of their words.
REACH = 200
# "Of 2019", and no number of a room or an amount.
_YEAR = r"\b(?:{year_before}) (19\d\d|20\d\d)\b"
_HALVES_OF_DAY = ("a.m", "p.m")
# In German "5. Juli" is no end of a sentence.
_ORDINAL_STOP = "de"


@dataclass(frozen=True)
class Segment:
    """A sentence, or the part of one before or after "but". start: in the message.

    this_year: when the guest writes; years before it are over. previous: the sentence
    before it, in which "she" may be named.
    """

    text: str
    start: int
    grammar: Grammar
    this_year: int = 0
    previous: Segment | None = None

    def matches(self, piece: str) -> bool:
        return self.grammar.pattern(piece).search(self.text) is not None

    def before(self, piece: str, index: int) -> bool:
        """Whether the piece, which ends with `$`, matches the text up to an index."""
        return self.grammar.pattern(piece).search(self.until(index)) is not None

    def until(self, index: int) -> str:
        """The text before an index, no further back than a piece may reach."""
        return self.text[max(index - REACH, 0) : index]

    @cached_property
    def is_own(self) -> bool:
        """Whether the guest speaks of himself, or says nothing but keywords."""
        pieces = ("own", "room_wish", "begins_own")
        return any(map(self.matches, pieces)) or self.is_fragment

    @cached_property
    def is_fragment(self) -> bool:
        """Keywords alone: "2 adults, Friday to Sunday"."""
        pieces = ("own", "plain_question", "finite")
        return not any(self.matches(piece) for piece in pieces)

    @cached_property
    def tells(self) -> bool:
        """Whether the guest speaks of himself in a sentence."""
        return self.matches("own")

    @cached_property
    def has_own_subject(self) -> bool:
        """Whether the guest is named by more than what is his: "I", not "my wife" or
        "the kids"."""
        possessives = self.grammar.built("his_own", r"(?:{mine})|(?:{the})\b.*")
        own = self.grammar.pattern("own").finditer(self.text)
        return any(possessives.fullmatch(match[0]) is None for match in own)

    @cached_property
    def is_about_guest(self) -> bool:
        """Whether it says more of the guest than who asks: "tell me", "can we"."""
        if not self.tells:
            return self.is_own
        grammar = self.grammar
        without_asking = grammar.pattern("asking").sub(" ", self.text)
        return grammar.pattern("own").search(without_asking) is not None

    @cached_property
    def is_request(self) -> bool:
        return any(map(self.matches, ("plain_question", "request", "room_wish")))

    @cached_property
    def is_past(self) -> bool:
        is_over = self.matches("past") or self._has_past_year
        return self.matches("given_up") or (is_over and not self.matches("ahead"))

    @cached_property
    def _has_past_year(self) -> bool:
        years = self.grammar.built("year", _YEAR).findall(self.text)
        return any(int(year) < self.this_year for year in years)

    def names_company(self, index: int) -> bool:
        """Whether "she" before an index is somebody of the guest's: "my mother is with
        me, she uses a walker"."""
        earlier = self.previous.text if self.previous else ""
        before = f"{earlier} {self.text[:index]}"
        person = self.grammar.built("somebody of the guest's", r"\b(?:{us})\b")
        ours = max((match.end() for match in person.finditer(before)), default=0)
        # Of two who are named, "he" is the later one.
        later_words = before[ours:]
        is_third = self.grammar.pattern("third").search(before) is not None
        is_stranger = self.grammar.pattern("strangers").search(later_words) is not None
        is_ours = ours > 0 or self.matches("beside_guest")
        return is_ours and not is_third and not is_stranger

    def clause_start(self, index: int) -> int:
        """Where the clause begins that an index is in."""
        number = bisect_right(self._clause_ends, index)
        return self._clause_ends[number - 1] if number else 0

    def clause(self, index: int) -> Segment:
        """The clause that an index is in."""
        start = self.clause_start(index)
        number = bisect_right(self._clause_ends, index)
        end = [*self._clause_ends, len(self.text)][number]
        return replace(self, text=self.text[start:end], start=self.start + start)

    def is_hearsay(self, index: int) -> bool:
        """Whether the clause before an index tells what somebody else says."""
        clause = self.text[self.clause_start(index) : index]
        return self.grammar.pattern("hearsay").search(clause) is not None

    @cached_property
    def has_others_children(self) -> bool:
        """ "My neighbour's kids are 3 and 5": they come only if it is said."""
        is_company = self.matches("with_us") or self.matches("in_company")
        return self.matches("others_children") and not is_company

    @cached_property
    def _clause_ends(self) -> list[int]:
        matches = self.grammar.pattern("clause_end").finditer(self.text)
        return [match.end() for match in matches]

    @cached_property
    def is_of_third(self) -> bool:
        """Whether somebody else is said to come or to stay, and not the guest."""
        if self.matches("with_us"):
            return False
        return any(
            self.grammar.pattern("not_third").search(match[0]) is None
            for match in self.grammar.pattern("third").finditer(self.text)
        )


def split(text: str, grammar: Grammar, this_year: int = 0) -> Iterator[Segment]:
    """Segments of a plain text that have any letter or figure."""
    start, previous = 0, None
    for stop, end in sorted((*_stops(text, grammar), (len(text), len(text)))):
        if text[start:stop].strip():
            yield Segment(text[start:end], start, grammar, this_year, previous)
            previous = Segment(text[start:end], start, grammar, this_year)
        start = end


def _stops(text: str, grammar: Grammar) -> Iterator[tuple[int, int]]:
    """Where a sentence ends, and where the next one begins."""
    for match in grammar.built("sentence_end", _END).finditer(text):
        if not _is_inside(text, match, grammar):
            yield match.span()
    # "We were ten last year, this time we are six": only one half is over.
    for match in grammar.pattern("this_time").finditer(text):
        yield match.start(), match.start() + 1


def _is_inside(text: str, match: patterns.Match, grammar: Grammar) -> bool:
    """Whether a full stop ends no sentence."""
    at = match.start()
    if text[at] != ".":
        return False
    is_half = text[max(at - 3, 0) : at] in _HALVES_OF_DAY
    is_ordinal = grammar.language == _ORDINAL_STOP and text[at - 1 : at].isdigit()
    return is_half or is_ordinal
