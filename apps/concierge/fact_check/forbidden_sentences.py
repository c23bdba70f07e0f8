"""Sentences that no concierge may say, whatever the records hold.

Promises it cannot keep, advice on gambling, markup that could carry something else than
words, and its own instructions: a canary stands in the prompt and nowhere else, and no
run of `LEAKED_WORDS` words of the prompt's rules belongs into an answer.
"""

from __future__ import annotations

from functools import cache

from django.utils.crypto import salted_hmac

from apps.concierge import prompts
from apps.infrastructure import patterns

LEAKED_WORDS = 7
_WORD = patterns.compile(r"[a-z']+")
_TAG = patterns.compile(r"<[^>]*>|\$\w+")

_DONE = r"""
\b(i|we)(?:['\x{2019}]ve| have| just)?\s+(?:already\s+|just\s+)?
(booked|reserved|cancell?ed|ordered|confirmed|held|charged|paid)\b
|\byour (table|room|booking|reservation|order|seats?|tickets?)\s
(is|are|has been|have been)\s(now\s)?
(booked|confirmed|reserved|held|cancell?ed|placed)\b
|\bhe (reservado|cancelado|pedido|confirmado|pagado)\b
|\bsu (mesa|habitaci[oó]n|reserva) (est[aá]|ha sido) (reservada|confirmada|cancelada)\b
"""
_ODDS = r"""
\b(best|better|good|great|favou?rable) (odds|chances? of winning|payouts?)\b
|\b(house edge|basic strategy|betting (strategy|system)|martingale|payback percentage)\b
|\bcard.?count\w*
|\b(hot|lucky|loose(r|st)?) (slots?|slot machines?|machines?)\b
|\bdue (for a|to|for) (pay|hit|win|payout|jackpot)\b
|\b(increase|improve|raise|double) your (chances|odds|bets?|stakes?)\b
|\b(always|never) (bet|split|hit|stand|double)\b
|\bdouble down\b|\b(hit|stand) on (a )?(hard |soft )?1[1-9]\b
|\bsplit (your )?(aces|eights|8s)\b
|\byou should (bet|wager|gamble)\b|\bbet (more|big|the max|everything)\b
|\b(pays?|paying) out (more|most|best)\b|\bguaranteed (win|to win)\b
|\b(mejores probabilidades|ventaja de la casa|apueste (m[aá]s|todo))\b
"""
_MARKUP = (
    r"!\[|<\s*(img|a|script|iframe|svg|style|link|object|embed)\b|javascript:|data:\w"
)


def _compiled(pattern: str) -> patterns.Pattern:
    source = pattern.replace("\n|", "|").replace("\n", "")
    return patterns.compile(source, "ai")


_REASONS = (
    (_compiled(_DONE), "It says that something was booked or changed; it cannot be."),
    (_compiled(_ODDS), "It gives advice on gambling."),
    (_compiled(_MARKUP), "It holds pictures or markup; only words are shown."),
)
# All of them at once, for every word of every answer.
_ANY = patterns.choice(
    [f"(?i:{pattern.pattern})" for pattern, _ in _REASONS], memory=8 << 20
)


def reason(sentence: str, checked: int = 0) -> str:
    """Why the sentence may not be said; empty when it may.

    checked: the length of the text before it that was found to hold no instructions.
    """
    if _ANY.search(sentence):
        return next(why for pattern, why in _REASONS if pattern.search(sentence))
    is_leak = _leaks_prompt(sentence, checked)
    return "It repeats its instructions." if is_leak else ""


@cache
def canary() -> str:
    """A code for the prompt: another one for every site, the same in all processes."""
    return salted_hmac("apps.concierge.canary", "prompt").hexdigest()[:12]


def _leaks_prompt(sentence: str, checked: int) -> bool:
    """Reads the words behind `checked`, the one that it cuts, and those before them."""
    if canary() in sentence:
        return True
    start = max(sentence.rfind(" ", 0, checked), 0)
    words = _words(sentence[start:])
    if _prompt_words().isdisjoint(words):
        return False
    before = _words(sentence[:start])[1 - LEAKED_WORDS :]
    return not _runs(before + words).isdisjoint(_prompt_runs())


@cache
def _prompt_runs() -> frozenset[tuple[str, ...]]:
    """Of each version of the prompt, for it may be any of them."""
    versions = ("", *prompts.versions("concierge"))
    texts = (_TAG.sub("\n", prompts.source("concierge", own)) for own in versions)
    return frozenset(run for text in texts for run in _runs(_words(text)))


@cache
def _prompt_words() -> frozenset[str]:
    return frozenset(word for run in _prompt_runs() for word in run)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    starts = range(len(words) - LEAKED_WORDS + 1)
    return {tuple(words[start : start + LEAKED_WORDS]) for start in starts}
