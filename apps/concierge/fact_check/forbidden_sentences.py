"""Sentences that no concierge may say, whatever the records hold.

Promises it cannot keep, advice on gambling, markup that could carry something else than
words, and its own instructions.
"""

from __future__ import annotations

from apps.concierge.fact_check import prompt_leaks
from apps.infrastructure import patterns

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


def reason(sentence: str) -> str:
    """Why the sentence may not be said; empty when it may."""
    for pattern, why in _REASONS:
        if pattern.search(sentence):
            return why
    return "It repeats its instructions." if prompt_leaks.is_in(sentence) else ""
