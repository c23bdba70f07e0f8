"""Checks the sentences of an answer, each while it grows, against the evidence.

A claim passes when it stands in the passages: in those of the row that the sentence
names or cites. The guest's own words prove nothing; a sentence that only repeats them
waits for its end.
"""

from __future__ import annotations

from apps.concierge.fact_check import (
    claims,
    competitors,
    forbidden_sentences,
    names,
    repetition,
)
from apps.concierge.fact_check.claims import Claim
from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.supported_claims import ClaimInSentence, Support
from apps.infrastructure import patterns

# A longer sentence is checked in parts.
LONGEST_SENTENCE = 480
_NUMBER = patterns.compile(r"\d+")
_MARKERS = patterns.compile(r"(?:\[(\d{1,2})\]\s*)+")
# Fields of one row that say something of another: a show's stage, a written answer.
_FIELDS_OF_OTHER_ROWS = ("at_venue", "answer", "performances")
_PRONOUN = patterns.compile(
    r"^\W*(it|its|they|their|here|there|este|esta|all[ií])\b", "i"
)
_NOW = patterns.compile(
    r"\b(?:currently|now|right now|still|already|at the moment) (open|closed)\b"
    r"|\b(open|closed) (?:now|right now|at the moment|currently)\b",
    "i",
)


class UnsupportedClaim(Exception):  # noqa: N818 - it names the claim
    """A claim that stands in no record; the text tells the next attempt which."""


class SentenceCheck:
    """The sentence that is being spoken, and what it waits for."""

    def __init__(self, evidence: Evidence, *, checks_names: bool) -> None:
        self._evidence = evidence
        self._checks_names = checks_names
        self.sentence = ""
        self._is_uncited = self._is_continued = False
        self._checked: list[ClaimInSentence] = []
        self._repeated: list[tuple[int, int]] = []
        self._rows: list[int] = []
        self._uncited_rows: list[int] = []

    @property
    def is_pending(self) -> bool:
        """Whether the text waits for a citation or for the end of its sentence."""
        return self._is_uncited or bool(self._repeated)

    def read(self, sentence: str, checked: int, *, has_claim: bool) -> None:
        """Check the part of a sentence behind its first `checked` letters."""
        self.sentence = sentence
        if reason := forbidden_sentences.reason(sentence, checked):
            raise UnsupportedClaim(reason)
        self._check_rivals()
        if not has_claim:
            return
        for claim in claims.find(sentence):
            if claim.end > checked:
                self._check_claim(claim)
        if self._checks_names:
            self._check_names(checked)
        self._check_opening_state()
        self._check_citations(checked)

    def end_sentence(self) -> None:
        """The next sentence may bring the citation that this one still waits for."""
        sentence, self.sentence = self.sentence, ""
        self._is_continued = False
        if not sentence.strip():
            return
        self._check_repetitions(sentence)
        self._rows = self._evidence.named(sentence) or self._rows
        subject = self._evidence.subject(sentence) or self._uncited_rows
        self._uncited_rows = [] if _MARKERS.search(sentence) else subject
        if not self._is_uncited:
            self._checked = []

    def end_answer(self) -> None:
        """A claim that was never cited has to hold of the rows spoken of."""
        for claim in self._checked if self._is_uncited else ():
            if not self._allows(claim, self._rows):
                raise UnsupportedClaim(f"“{claim.words}” is not cited.")
        self._is_uncited = False

    def shorten(self) -> None:
        """Drop the first half of an endless sentence, but remember whom it named."""
        if len(self.sentence) <= LONGEST_SENTENCE:
            return
        half = LONGEST_SENTENCE // 2
        clause = self.sentence.rfind(";", 0, half) + 1
        first = self.sentence[: clause or half]
        self.sentence = self.sentence[len(first) :]
        self._is_continued = True
        self._checked = self._checked if self._is_uncited else []
        self._rows = self._evidence.named(first) or self._rows
        self._uncited_rows = self._evidence.subject(first) or self._uncited_rows

    def _check_claim(self, claim: Claim) -> None:
        in_sentence = ClaimInSentence(self.sentence, claim)
        before = self.sentence[: claim.start]
        is_of_guest = self._evidence.guest.allows(claim)
        if is_of_guest and repetition.is_denied(before, self._evidence.guest_words):
            return
        rows = self._subject_rows(before)
        if not self._allows(in_sentence, rows):
            if not is_of_guest:
                raise UnsupportedClaim(
                    f"“{in_sentence.words}” stands in no passage about this."
                )
            self._repeated.append((claim.start, claim.end))
            return
        self._checked.append(in_sentence)
        self._is_uncited = self._is_uncited or not rows

    def _allows(self, in_sentence: ClaimInSentence, rows: list[int]) -> bool:
        claim = in_sentence.claim
        if self._evidence.common.allows(claim):
            return True
        sentence = in_sentence.sentence
        if claim.kind == "number" and self._evidence.counts_rows(claim, sentence):
            return True
        if _NOW.search(sentence[: claim.start]):
            # "Prices are low: $. [1] Open now until ten." goes on with the same row.
            return self._evidence.now_of(rows or self._rows).allows(claim)
        is_recorded = self._evidence.allows(claim, rows)
        return is_recorded and self._stands_together(
            in_sentence, self._evidence.of(rows)
        )

    def _stands_together(self, in_sentence: ClaimInSentence, support: Support) -> bool:
        """Whether a time belongs to its day, and a number to its noun."""
        claim = in_sentence.claim
        if claim.kind == "number":
            counted = claims.noun(claim, in_sentence.sentence)
            return not counted or support.joins(counted, {claim.value})
        times, days = in_sentence.partners()
        same_days = self._evidence.same_days
        return all(
            support.joins(time, same_days(day)) for time in times for day in days
        )

    def _subject_rows(self, before: str) -> list[int]:
        """The rows that the sentence names so far, or the last ones for "it"."""
        rows = self._evidence.named(before)
        if rows:
            return rows
        is_same_subject = self._is_continued or _PRONOUN.search(before)
        return self._rows if is_same_subject else []

    def _check_names(self, checked: int) -> None:
        for run in names.find(self.sentence):
            before = self.sentence[: run.start()]
            if run.end() <= checked or self._is_recorded(run.group(), before):
                continue
            first, *further = names.parts(run.group())
            if further and (
                self._is_recorded(first, before)
                and all(self._is_recorded(name, ",") for name in further)
            ):
                continue
            if not self._evidence.guest_names(run.group()):
                raise UnsupportedClaim(
                    f"The name “{run.group()}” stands in no passage."
                )
            if not repetition.is_greeting(before):
                self._repeated.append(run.span())

    def _is_recorded(self, name: str, before: str) -> bool:
        if names.is_free(name, before) or self._evidence.holds_name(name):
            return True
        shorter = names.without_first(name, before)
        return bool(shorter) and self._evidence.holds_name(shorter)

    def _check_rivals(self) -> None:
        """Another resort may be named where the records name it."""
        for name in competitors.named(self.sentence):
            if self._evidence.holds_name(name):
                continue
            if not self._evidence.guest_names(name):
                raise UnsupportedClaim(f"It speaks of another resort, {name}.")
            start = max(self.sentence.lower().find(name), 0)
            self._repeated.append((start, start + len(name)))

    def _check_opening_state(self) -> None:
        """Open now, or closed now, as it was computed."""
        for match in _NOW.finditer(self.sentence):
            claimed = (match.group(1) or match.group(2)).lower()
            rows = self._evidence.named(self.sentence) or self._rows
            states = self._evidence.states(rows or list(self._evidence.rows))
            if not any(_is_state(state, claimed) for state in states):
                raise UnsupportedClaim(
                    f"“{match.group()}” is not what was computed for now."
                )

    def _check_citations(self, checked: int) -> None:
        """What a sentence claims stands in the row that it cites."""
        markers = [m for m in _MARKERS.finditer(self.sentence) if m.end() > checked]
        numbers = [int(n) for m in markers for n in _NUMBER.findall(m.group())]
        cited = [row for number in numbers for row in self._evidence.cited(number)]
        if not cited:
            return
        for claim in self._checked:
            if not self._allows(claim, cited):
                raise UnsupportedClaim(
                    f"“{claim.words}” does not stand where it is cited."
                )
        self._check_subject(numbers)
        self._is_uncited, self._uncited_rows = False, []

    def _check_subject(self, numbers: list[int]) -> None:
        """The row that the sentence names is the one that it cites."""
        rows = self._evidence.named(self.sentence) or self._uncited_rows
        text = _MARKERS.sub("", self.sentence)
        if not rows or any(self._evidence.quotes(text, n, rows[0]) for n in numbers):
            return
        cited_rows = set().union(
            *(self._evidence.rows_of(n, _FIELDS_OF_OTHER_ROWS) for n in numbers)
        )
        if rows[0] not in cited_rows:
            raise UnsupportedClaim("The cited passage is about another place.")

    def _check_repetitions(self, sentence: str) -> None:
        """What only the guest has said is denied or disowned, never affirmed."""
        repeated, self._repeated = self._repeated, []
        guest_words = self._evidence.guest_words
        for start, end in repeated:
            if not repetition.is_plain(sentence, start, end, guest_words):
                words = sentence[start:end].strip(" .,")
                raise UnsupportedClaim(f"“{words}” is only what the guest has said.")


def _is_state(state: str, claimed: str) -> bool:
    lower = state.lower()
    return lower.startswith(claimed) or f" {claimed}" in lower.split(",")[0]
