"""What a text of the records says, as far as it can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from apps.concierge.fact_check import claims
from apps.concierge.fact_check.claims import Claim
from apps.infrastructure import patterns
from apps.knowledge.question import focus
from apps.language.vocabulary import numerals

Key = tuple[str, str]
CLAUSE = patterns.compile(r"[;\n]|[.!?]\s")
_EVERY_DAY = frozenset(("day", str(day)) for day in range(7))


@dataclass(frozen=True)
class Support:
    """Claims of some texts, and their words in one line as `focus.normal` writes it.

    pairs: what stands together, as (time, day) and as (counted noun, number).
    """

    keys: frozenset[Key]
    words: str
    pairs: frozenset[Key] = frozenset()

    def allows(self, claim: Claim) -> bool:
        """By the same value; a time may be told without saying what begins or ends."""
        if claim.key in self.keys:
            return True
        match claim.kind:
            case "opens" | "closes":
                other = "closes" if claim.kind == "opens" else "opens"
                return self._knows_time(claim, not_as=other)
            case "time":
                ends = (("opens", claim.value), ("closes", claim.value))
                return not self.keys.isdisjoint(ends)
            case "hour":
                return claim.value in self._hours
            case "url":
                return claim.value in self._hosts
        return False

    def joins(self, one: str, others: Iterable[str]) -> bool:
        """Whether nothing stands with `one`, or one of the others does."""
        partners = {second for first, second in self.pairs if first == one}
        return not partners or not partners.isdisjoint(others)

    @property
    def _hours(self) -> set[str]:
        """Full hours on a clock face."""
        times = {value for kind, value in self.keys if kind in claims.TIMES}
        full = (time.removesuffix(":00") for time in times if time.endswith(":00"))
        return {str(int(hour) % 12) for hour in full}

    @property
    def _hosts(self) -> set[str]:
        return {value.split("/")[0] for kind, value in self.keys if kind == "url"}

    def _knows_time(self, claim: Claim, not_as: str) -> bool:
        """The record has the time and does not say that it is the other end."""
        said_plainly = ("time", claim.value) in self.keys
        return said_plainly and (not_as, claim.value) not in self.keys


@lru_cache(maxsize=8192)
def support(text: str) -> Support:
    """What one text of the records, or of a guest, says."""
    keys = {claim.key for claim in claims.find(text)}
    if numerals.EVERY_DAY.search(text):
        keys |= _EVERY_DAY
    if numerals.WEEKEND.search(text):
        keys |= {("day", "5"), ("day", "6")}
    if numerals.WORKDAYS.search(text):
        keys |= {("day", str(day)) for day in range(5)}
    if numerals.ALWAYS.search(text):
        keys.add(("number", "24"))
    return Support(frozenset(keys), focus.normal(text), frozenset(_pairs(text)))


def _pairs(text: str) -> Iterator[Key]:
    """Times with their days, clause by clause, and numbers with what they count."""
    for clause in CLAUSE.split(text):
        found = claims.find(clause)
        days = {one.value for one in found if one.kind in claims.DAYS}
        if numerals.EVERY_DAY.search(clause):
            days |= {value for _, value in _EVERY_DAY}
        for one in found:
            if one.kind in claims.TIMES:
                yield from ((one.value, day) for day in days)
            elif one.kind == "number" and (counted := claims.noun(one, clause)):
                yield counted, one.value


def together(parts: Iterable[Support]) -> Support:
    """All of them as one."""
    every = list(parts)
    keys: frozenset[Key] = frozenset().union(*(part.keys for part in every))
    pairs: frozenset[Key] = frozenset().union(*(part.pairs for part in every))
    return Support(keys, "|".join(part.words for part in every), pairs)
