"""What the law lets guests do who are too young to gamble, in the guest's language."""

from __future__ import annotations

from apps.concierge import replies
from apps.concierge.context import Resort
from apps.infrastructure import patterns

# What follows holds under a condition: "wherever a show admits their age".
_CONDITION = patterns.compile(
    r"\b(wherever|where|whenever|when|while|if|unless|until|except|but|any|may see|"
    r"with an? (adult|parent|guardian)|accompanied)\b|[.;]",
    "i",
)
_DENIED = patterns.compile(r"\b(not|no|never|none|nor|without)\b", "i")


def rules(resort: Resort, language: str) -> str:
    """The law's own words, which are English; elsewhere the places that they name."""
    own_words = f"{resort.minors_may} {resort.minors_may_not}".strip()
    if language == replies.FIRST_LANGUAGE and own_words:
        return own_words
    denied = replies.say("minors", language, age=resort.gaming_age)
    places = replies.places_of_minors(_open_to_all(resort.minors_may), language)
    if not places:
        return denied
    return f"{replies.say('minors_welcome', language, places=places)} {denied}"


def _open_to_all(minors_may: str) -> str:
    """The part of the law's sentence that holds without a condition."""
    condition = _CONDITION.search(minors_may)
    text = minors_may[: condition.start()] if condition else minors_may
    return "" if _DENIED.search(text) else text


def prohibitions(resort: Resort, language: str) -> str:
    """What minors may not do, in the law's own words where those are the guest's."""
    is_english = language == replies.FIRST_LANGUAGE
    own_words = resort.minors_may_not.strip() if is_english else ""
    return own_words or replies.say("minors", language)
