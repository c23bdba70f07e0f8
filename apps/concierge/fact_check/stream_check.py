"""Lets words of an answer pass, and a claim only when the records hold it.

Words without a claim pass as they come. What may be the beginning of a claim ("5",
"5:00", "5:00 P") waits until the next plain word shows where it ends, a claim that
waits for its citation holds back what follows it.
"""

from __future__ import annotations

from apps.concierge.fact_check import names
from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.sentence_check import SentenceCheck, UnsupportedClaim
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match
from apps.language.vocabulary import numerals

__all__ = ["StreamCheck", "UnsupportedClaim", "may_claim"]

# What waits longer is no claim. Without this limit every piece of a stream would be
# read again with everything before it.
LONGEST_CLAIM = 240
_TOKEN = patterns.compile(r"\s*\S+\s")
_STOP = patterns.compile(r"[.!?](?:\s*\[\d{1,2}\])*", behind=r"\s+[^\s\[]")
_ENDS = frozenset(".!?\n")
_NEW_LINE = patterns.compile(r"\n+", behind=r"[^\s\[]")
# "5 p.m." and "5:00 p. m."; after a marker the sentence is over all the same.
_HALF_OF_DAY = patterns.compile(r"(?:\d\s?[ap]|[ap]\.\s?m)$", "i")
_FIGURES = frozenset(numerals.NUMBERS) | set(numerals.MONTHS) | set(numerals.WEEKDAYS)
_FIGURES |= {"noon", "midnight", "am", "pm", "medianoche", "mediodía", "www", "usd"}
_FIGURES |= {"currently", "now", "right", "still", "already", "moment"}
_FIGURES |= {"today", "tonight", "tomorrow", "hoy", "closed", "cerrado", "cerrada"}
_FIGURES |= {"aujourd'hui", "demain", "minuit", "fermé", "fermée"}
_LINKING_WORDS = """
to and of the at a an & - \u2013 \u2014 until till through or from p m open closed one
hasta de del las la el y dollars dollar h à du au le et heures
"""
_LINKS = frozenset(_LINKING_WORDS.split())


class StreamCheck:
    """Feed it the stream piece by piece.

    Raises UnsupportedClaim before a false claim passes. Names are checked only in a
    `language` that capitalises nothing else.
    """

    def __init__(self, evidence: Evidence, language: str = "en") -> None:
        self._checks_names = language in names.CHECKED
        self._check = SentenceCheck(evidence, checks_names=self._checks_names)
        self._held = self._waiting = ""

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        cuts = range(0, len(piece), LONGEST_CLAIM)
        return "".join(self._feed(piece[cut : cut + LONGEST_CLAIM]) for cut in cuts)

    def flush(self) -> str:
        """The text held back at the end."""
        passed, self._held = self._held, ""
        self._read(passed)
        self._check.end_sentence()
        self._check.end_answer()
        return self._released(passed)

    def _feed(self, piece: str) -> str:
        self._held += piece
        ready = _settled_length(self._held, self._checks_names)
        if len(self._held) - ready > LONGEST_CLAIM:
            # No claim goes on behind its citation: "[2] Open Thursday, 5:00" may.
            ready = max(ready, self._held.rfind("]") + 1)
        if len(self._held) - ready > LONGEST_CLAIM:
            ready = len(self._held)
        passed, self._held = self._held[:ready], self._held[ready:]
        self._read(passed)
        return self._released(passed)

    def _released(self, passed: str) -> str:
        """The text, unless it waits for a citation or for the end of its sentence."""
        self._waiting += passed
        if self._check.is_pending:
            return ""
        released, self._waiting = self._waiting, ""
        return released

    def _read(self, text: str) -> None:
        """Check a text that no claim reaches out of, sentence by sentence."""
        if not text:
            return
        checked, start = len(self._check.sentence), 0
        whole = self._check.sentence + text
        for end in _sentence_ends(whole):
            self._read_sentence(whole[start:end], max(checked - start, 0))
            self._check.end_sentence()
            start = end
        self._read_sentence(whole[start:], max(checked - start, 0))
        self._check.shorten()

    def _read_sentence(self, sentence: str, checked: int) -> None:
        words = sentence[checked:].split()
        has_claim = any(may_claim(word, self._checks_names) for word in words)
        self._check.read(sentence, checked, has_claim=has_claim)


def may_claim(word: str, checks_names: bool) -> bool:
    """Whether a word may be a claim, or a part of one."""
    if not word.islower():
        has_sign = any(sign.isdigit() or sign in "$@[]" for sign in word)
        if has_sign or (checks_names and any(sign.isupper() for sign in word)):
            return True
    bare = word.lower().strip(".,;:!?()*\"'\u201c\u201d")
    return (
        bare in _FIGURES
        or "." in bare
        or "-" in bare
        or any(sign.isdigit() for sign in bare)
    )


def _settled_length(held: str, checks_names: bool) -> int:
    """How many letters of a held text no claim can reach into any more."""
    ready, is_claim = 0, False
    for token in _TOKEN.finditer(held):
        word = token.group().strip()
        if may_claim(word, checks_names):
            is_claim = True
        elif not (is_claim and word.lower().strip(".,;") in _LINKS):
            ready, is_claim = token.end(), False
    return ready


def _sentence_ends(text: str) -> list[int]:
    if _ENDS.isdisjoint(text):
        return []
    stops = (stop for stop in _STOP.finditer(text) if _is_stop(text, stop))
    return sorted(end.end() for end in (*stops, *_NEW_LINE.finditer(text)))


def _is_stop(text: str, stop: Match) -> bool:
    """Neither the point of "5 p.m." nor that of a list's "1."."""
    start = stop.start()
    is_list_number = start == 1 and text[0].isdigit()
    is_half = _HALF_OF_DAY.search(text[max(0, start - 4) : start])
    return not is_list_number and (not is_half or "[" in stop.group())
