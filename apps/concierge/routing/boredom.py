"""Guests who are bored: "we're bored" asks what there is to do."""

from __future__ import annotations

from apps.concierge import replies
from apps.infrastructure import patterns
from apps.language.word_forms import content, stems

_BORED = patterns.compile(
    r"\b(?:(?:i|we)(?:'?m|'?re| am| are)? (?:[a-z]+ ){0,2}|^(?:[a-z]+ )?)bored"
    r"(?: (?:to death|out of (?:my|our) minds?))?\b|"
    r"\b(?:(?:estoy|estamos) (?:[a-z]+ )?aburrid[oa]s?|me aburro|nos aburrimos)\b|"
    r"\b(?:on s|je m|nous nous|nous)(?:['\u2019 ] ?)?ennu(?:ie|yons)\b",
    "i",
)
# They add nothing to it: "I am bored, what can I do here?".
_OPEN = frozenset(
    stems(
        "do doing go fun idea suggest suggestion activity something anything nothing "
        "entertain stuff thing here hotel resort casino room today now help please "
        "really kill time guys hacer hacemos podemos puedo que qué faire quoi ici aquí "
        "algo idea ideas"
    )
)


def question(text: str, language: str) -> str:
    """What there is to do, in the guest's language, for a message that says no more
    than that he is bored; else empty."""
    if not _BORED.search(text):
        return ""
    further = content(stems(_BORED.sub(" ", text))) - _OPEN
    return "" if further else replies.say("activities_question", language)
