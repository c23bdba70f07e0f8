"""What a text of the records says, and what a sentence of the answer joins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from apps.concierge.fact_check import claims
from apps.concierge.fact_check.claims import Claim
from apps.infrastructure import patterns
from apps.knowledge.question import row_names
from apps.language.vocabulary import numerals

Key = tuple[str, str]
CLAUSE = patterns.compile(r"[;\n]|[.!?]\s")
_CLAUSE_START = patterns.compile(r";|\b(?:closed|cerrad[oa]|fermée?)\b", "i")
_EVERY_DAY = frozenset(("day", str(day)) for day in range(7))


@dataclass(frozen=True)
class Support:
    """Claims of some texts, and their words, as `row_names.normalised` writes them.

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
                opposite = "closes" if claim.kind == "opens" else "opens"
                return self._allows_plain_time(claim, opposite)
            case "time":
                ends = (("opens", claim.value), ("closes", claim.value))
                return not self.keys.isdisjoint(ends)
            case "hour":
                return claim.value in self._hours
            case "url":
                return claim.value in self._hosts
        return False

    def joins(self, value: str, allowed: Iterable[str]) -> bool:
        """Whether nothing stands with `value`, or something that is allowed does."""
        partners = {second for first, second in self.pairs if first == value}
        return not partners or not partners.isdisjoint(allowed)

    @property
    def _hours(self) -> set[str]:
        """Full hours on a clock face."""
        times = {value for kind, value in self.keys if kind in claims.TIMES}
        full = (time.removesuffix(":00") for time in times if time.endswith(":00"))
        return {str(int(hour) % 12) for hour in full}

    @property
    def _hosts(self) -> set[str]:
        return {value.split("/")[0] for kind, value in self.keys if kind == "url"}

    def _allows_plain_time(self, claim: Claim, opposite: str) -> bool:
        """Whether the record has the time, and not as the opposite end."""
        is_plain = ("time", claim.value) in self.keys
        return is_plain and (opposite, claim.value) not in self.keys


@dataclass(frozen=True)
class ClaimInSentence:
    """A claim and the sentence that makes it."""

    sentence: str
    claim: Claim

    @property
    def words(self) -> str:
        return self.claim.text.strip(" .,")

    def partners(self) -> tuple[list[str], list[str]]:
        """Times and days that the sentence joins up to this claim.

        A sentence that begins with a day alternates days and times, one that begins
        with a time the other way round.
        """
        start = self._clause_start()
        timed_claims = [
            claim
            for claim in claims.find(self.sentence)
            if start <= claim.start <= self.claim.start
            and claim.kind in claims.TIMES | claims.DAYS
        ]
        groups = [
            (is_time, [claim.value for claim in group])
            for is_time, group in groupby(
                timed_claims, key=lambda claim: claim.kind in claims.TIMES
            )
        ]
        if self.claim.kind not in claims.TIMES | claims.DAYS or len(groups) % 2:
            return [], []
        (last_is_time, _), (_, before) = groups[-1], groups[-2]
        own = [self.claim.value]
        return (own, before) if last_is_time else (before, own)

    def _clause_start(self) -> int:
        """Where the clause begins that says one thing of some days."""
        before = self.sentence[: self.claim.end]
        return max((part.start() for part in _CLAUSE_START.finditer(before)), default=0)


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
    return Support(frozenset(keys), row_names.normalised(text), frozenset(_pairs(text)))


def _pairs(text: str) -> Iterator[Key]:
    """Times with their days, clause by clause, and numbers with what they count."""
    for clause in CLAUSE.split(text):
        in_clause = claims.find(clause)
        days = {claim.value for claim in in_clause if claim.kind in claims.DAYS}
        if numerals.EVERY_DAY.search(clause):
            days |= {value for _, value in _EVERY_DAY}
        for claim in in_clause:
            if claim.kind in claims.TIMES:
                yield from ((claim.value, day) for day in days)
            elif claim.kind == "number" and (counted := claims.noun(claim, clause)):
                yield counted, claim.value


def together(parts: Iterable[Support]) -> Support:
    """All of them as one."""
    every = list(parts)
    keys: frozenset[Key] = frozenset().union(*(part.keys for part in every))
    pairs: frozenset[Key] = frozenset().union(*(part.pairs for part in every))
    return Support(keys, "|".join(part.words for part in every), pairs)
