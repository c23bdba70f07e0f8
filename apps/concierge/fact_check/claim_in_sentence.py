"""A claim inside its sentence: which times it tells of which days."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from apps.concierge.fact_check import claims
from apps.concierge.fact_check.claims import Claim
from apps.infrastructure import patterns

_CLAUSE_START = patterns.compile(r";|\b(?:closed|cerrad[oa])\b", "i")


@dataclass(frozen=True)
class Said:
    """A claim and the sentence that makes it."""

    sentence: str
    claim: Claim

    @property
    def words(self) -> str:
        return self.claim.said.strip(" .,")

    def partners(self) -> tuple[list[str], list[str]]:
        """Times and days that the sentence joins once it has said this claim.

        Who begins with a day says days and times in turn, who begins with a time the
        other way round.
        """
        begin = self._clause_start()
        said = [
            one
            for one in claims.find(self.sentence)
            if begin <= one.start <= self.claim.start
            and one.kind in claims.TIMES | claims.DAYS
        ]
        groups = [
            (is_time, [one.value for one in group])
            for is_time, group in groupby(
                said, key=lambda one: one.kind in claims.TIMES
            )
        ]
        if self.claim.kind not in claims.TIMES | claims.DAYS or len(groups) % 2:
            return [], []
        (last_is_time, _), (_, before) = groups[-1], groups[-2]
        own = [self.claim.value]
        return (own, before) if last_is_time else (before, own)

    def _clause_start(self) -> int:
        """Where the part of the sentence begins that says one thing of some days."""
        before = self.sentence[: self.claim.end]
        return max((part.start() for part in _CLAUSE_START.finditer(before)), default=0)
