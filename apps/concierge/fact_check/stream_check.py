"""Lets words of an answer pass, and a claim only when the records hold it.

Words without a claim pass as they come. What may be the beginning of a claim ("5",
"5:00", "5:00 P") waits until the next plain word shows where it ends. It passes when it
stands in the passages: in those of the row that the sentence names or cites. What the
guest has said stands nowhere; a sentence that only repeats it waits for its end.
"""

from __future__ import annotations

from apps.concierge.fact_check import (
    claims,
    competitors,
    forbidden_sentences,
    names,
    repetition,
    token_window,
)
from apps.concierge.fact_check.claim_in_sentence import Said
from apps.concierge.fact_check.claims import Claim
from apps.concierge.fact_check.evidence import COUNTED, LONGEST_COUNTED, Grounds
from apps.concierge.fact_check.supported_claims import Support
from apps.infrastructure import patterns

_STOP = patterns.compile(r"[.!?](?:\s*\[\d{1,2}\])*", behind=r"\s+[^\s\[]")
_NEW_LINE = patterns.compile(r"\n+", behind=r"[^\s\[]")
# What waits longer is no claim; what goes on longer is checked in parts. Without them
# every piece of a stream would be read again with everything before it.
LONGEST_CLAIM = 240
LONGEST_SENTENCE = 480
_HALVES = frozenset({"a.m", "p.m"})
_NUMBER = patterns.compile(r"\d+")
_MARKS = patterns.compile(r"(?:\[(\d{1,2})\]\s*)+")
# Fields of one row that say something of another: a show's stage, a written answer.
_TOLD_ELSEWHERE = ("at_venue", "answer", "performances")
_NAMED_BY_IT = patterns.compile(
    r"^\W*(it|its|they|their|here|there|este|esta|all[ií])\b", "i"
)
_NOW = patterns.compile(
    r"\b(?:currently|now|right now|still|already|at the moment) (open|closed)\b"
    r"|\b(open|closed) (?:now|right now|at the moment|currently)\b",
    "i",
)


class Unfounded(Exception):  # noqa: N818 - it names the claim
    """A claim that stands in no record; says which, for the speaker's next attempt."""


class FactGate:
    """Feed it the stream piece by piece; raises Unfounded before a false claim passes.

    grounds: what may be claimed. language: names are only known where only they are
    capitalised.
    """

    def __init__(self, grounds: Grounds, language: str = "en") -> None:
        self._grounds = grounds
        self._knows_names = language in names.CHECKED
        self._held = self._waiting = self._sentence = ""
        self._is_uncited = self._is_carried_on = False
        self._checked: list[Said] = []
        self._repeated: list[tuple[int, int]] = []
        self._rows: list[int] = []
        self._uncited_rows: list[int] = []

    def feed(self, piece: str) -> str:
        """What may be shown now."""
        cuts = range(0, len(piece), LONGEST_CLAIM)
        return "".join(self._fed(piece[cut : cut + LONGEST_CLAIM]) for cut in cuts)

    def _fed(self, piece: str) -> str:
        self._held += piece
        ready = token_window.settled(self._held, self._knows_names)
        if len(self._held) - ready > LONGEST_CLAIM:
            ready = len(self._held)
        passed, self._held = self._held[:ready], self._held[ready:]
        self._pass(passed)
        return self._released(passed)

    def rest(self) -> str:
        """What is left at the end."""
        passed, self._held = self._held, ""
        self._pass(passed)
        self._end_sentence()
        self._end()
        return self._released(passed)

    def _released(self, passed: str) -> str:
        """The text, unless it waits for a citation or for the end of its sentence."""
        self._waiting += passed
        if self._is_uncited or self._repeated:
            return ""
        released, self._waiting = self._waiting, ""
        return released

    def _pass(self, text: str) -> None:
        """Checks a text that no claim reaches out of, sentence by sentence."""
        if not text:
            return
        whole, known, start = self._sentence + text, len(self._sentence), 0
        for end in _sentence_ends(whole):
            self._read(whole[start:end], max(known - start, 0))
            self._end_sentence()
            start = end
        self._read(whole[start:], max(known - start, 0))
        if len(self._sentence) > LONGEST_SENTENCE:
            self._forget()

    def _forget(self) -> None:
        """Leaves the first half of an endless sentence, and remembers whom it named."""
        half = LONGEST_SENTENCE // 2
        clause = self._sentence.rfind(";", 0, half) + 1
        first = self._sentence[: clause or half]
        self._sentence = self._sentence[len(first) :]
        self._is_carried_on = True
        self._checked = self._checked if self._is_uncited else []
        self._rows = self._grounds.named(first) or self._rows
        self._uncited_rows = self._grounds.subject(first) or self._uncited_rows

    def _read(self, sentence: str, known: int) -> None:
        """Checks what of a sentence is new behind its first `known` letters."""
        self._sentence, new = sentence, sentence[known:]
        if reason := forbidden_sentences.reason(sentence):
            raise Unfounded(reason)
        self._check_rivals()
        if not any(
            token_window.may_claim(word, self._knows_names) for word in new.split()
        ):
            return
        for claim in claims.find(sentence):
            if claim.end > known:
                self._check(claim)
        if self._knows_names:
            self._check_names(known)
        self._check_state()
        self._check_marks(known)

    def _check(self, claim: Claim) -> None:
        said, before = Said(self._sentence, claim), self._sentence[: claim.start]
        is_asked = self._grounds.asked.allows(claim)
        if is_asked and repetition.is_denied(before, self._grounds.asked_words):
            return
        rows = self._meant(before)
        if not self._allows(said, rows):
            if not is_asked:
                raise Unfounded(f"“{said.words}” stands in no passage about this.")
            self._repeated.append((claim.start, claim.end))
            return
        self._checked.append(said)
        self._is_uncited = self._is_uncited or not rows

    def _allows(self, said: Said, rows: list[int]) -> bool:
        claim = said.claim
        if self._grounds.common.allows(claim):
            return True
        if claim.kind == "number" and self._counts_rows(said):
            return True
        if _NOW.search(said.sentence[: claim.start]):
            return self._grounds.now_of(rows).allows(claim)
        is_known = self._grounds.allows(claim, rows)
        return is_known and self._stands_together(said, self._grounds.of(rows))

    def _stands_together(self, said: Said, support: Support) -> bool:
        """The time belongs to the day that it is told of, the number to its noun."""
        if said.claim.kind == "number":
            counted = claims.noun(said.claim, said.sentence)
            return not counted or support.joins(counted, {said.claim.value})
        times, days = said.partners()
        same = self._grounds.same_days
        return all(support.joins(time, same(day)) for time in times for day in days)

    def _counts_rows(self, said: Said) -> bool:
        end = said.claim.end
        counted = COUNTED.match(said.sentence[end : end + LONGEST_COUNTED])
        is_spelt = not said.claim.said[0].isdigit()
        most = len(self._grounds.rows)
        return bool(counted) and is_spelt and int(said.claim.value) <= most

    def _meant(self, before: str) -> list[int]:
        """The rows that the sentence names so far, or those before it by "it"."""
        named = self._grounds.named(before)
        if named:
            return named
        goes_on = self._is_carried_on or _NAMED_BY_IT.search(before)
        return self._rows if goes_on else []

    def _check_names(self, known: int) -> None:
        for run in names.find(self._sentence):
            before = self._sentence[: run.start()]
            if run.end() <= known or self._is_told(run.group(), before):
                continue
            one, *more = names.parts(run.group())
            if more and (
                self._is_told(one, before) and all(self._is_told(m, ",") for m in more)
            ):
                continue
            if not self._grounds.asks_of(run.group()):
                raise Unfounded(f"The name “{run.group()}” stands in no passage.")
            if not repetition.is_greeting(before):
                self._repeated.append(run.span())

    def _check_rivals(self) -> None:
        """Another resort may be named where the records name it."""
        for name in competitors.named(self._sentence):
            if self._grounds.tells_of(name):
                continue
            if not self._grounds.asks_of(name):
                raise Unfounded(f"It speaks of another resort, {name}.")
            start = max(self._sentence.lower().find(name), 0)
            self._repeated.append((start, start + len(name)))

    def _is_told(self, name: str, before: str) -> bool:
        if names.is_free(name, before) or self._grounds.tells_of(name):
            return True
        shorter = names.without_first(name, before)
        return bool(shorter) and self._grounds.tells_of(shorter)

    def _check_state(self) -> None:
        """Open now, or closed now, as it was computed."""
        for match in _NOW.finditer(self._sentence):
            claimed = (match.group(1) or match.group(2)).lower()
            rows = self._grounds.named(self._sentence) or self._rows
            states = self._grounds.states(rows or list(self._grounds.rows))
            if not any(_is_state(state, claimed) for state in states):
                raise Unfounded(f"“{match.group()}” is not what was computed for now.")

    def _check_marks(self, known: int) -> None:
        """What a sentence claims stands in the row that it cites."""
        marks = [m for m in _MARKS.finditer(self._sentence) if m.end() > known]
        numbers = [int(n) for m in marks for n in _NUMBER.findall(m.group())]
        cited = [row for number in numbers for row in self._grounds.cited(number)]
        if not cited:
            return
        for said in self._checked:
            if not self._allows(said, cited):
                raise Unfounded(f"“{said.words}” does not stand where it is cited.")
        self._check_subject(numbers)
        self._is_uncited, self._uncited_rows = False, []

    def _check_subject(self, numbers: list[int]) -> None:
        """The row that the sentence names is the one that it cites."""
        named = self._grounds.named(self._sentence) or self._uncited_rows
        said = _MARKS.sub("", self._sentence)
        if not named or any(self._grounds.quotes(said, n, named[0]) for n in numbers):
            return
        told = set().union(*(self._grounds.told(n, _TOLD_ELSEWHERE) for n in numbers))
        if named[0] not in told:
            raise Unfounded("The cited passage is about another place.")

    def _end_sentence(self) -> None:
        """The next sentence may bring the citation that this one still waits for."""
        sentence, self._sentence = self._sentence, ""
        self._is_carried_on = False
        if not sentence.strip():
            return
        self._check_repeated(sentence)
        self._rows = self._grounds.named(sentence) or self._rows
        subject = self._grounds.subject(sentence) or self._uncited_rows
        self._uncited_rows = [] if _MARKS.search(sentence) else subject
        if not self._is_uncited:
            self._checked = []

    def _check_repeated(self, sentence: str) -> None:
        """What only the guest has said is denied or disowned, never affirmed."""
        repeated, self._repeated = self._repeated, []
        asked = self._grounds.asked_words
        for start, end in repeated:
            if not repetition.is_plain(sentence, start, end, asked):
                said = sentence[start:end].strip(" .,")
                raise Unfounded(f"“{said}” is only what the guest has said.")

    def _end(self) -> None:
        """A claim that was never cited has to hold of what was spoken of."""
        for said in self._checked if self._is_uncited else ():
            if not self._allows(said, self._rows):
                raise Unfounded(f"“{said.words}” is not cited.")
        self._is_uncited = False


def _sentence_ends(text: str) -> list[int]:
    stops = (stop for stop in _STOP.finditer(text) if _is_stop(text, stop.start()))
    return sorted(end.end() for end in (*stops, *_NEW_LINE.finditer(text)))


def _is_stop(text: str, start: int) -> bool:
    """Neither that of "5 p.m." nor that of a list's "1."."""
    is_listed = start == 1 and text[0].isdigit()
    return not is_listed and text[max(0, start - 3) : start].lower() not in _HALVES


def _is_state(state: str, claimed: str) -> bool:
    lower = state.lower()
    return lower.startswith(claimed) or f" {claimed}" in lower.split(",")[0]
