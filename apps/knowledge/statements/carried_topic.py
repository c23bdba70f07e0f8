"""What a question leaves out because the question before has said it.

"How old must I be to gamble?", "and to drink?" asks for the minimum age to drink.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from apps.infrastructure import patterns
from apps.knowledge.question.name_matching import Mention
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import topics
from apps.language.calendar import asked_time

# A longer message says by itself what it asks.
MAX_WORDS = 6
_GOES_ON = patterns.compile(
    r"^\W*((ok|okay|so|oh|fine|then|y)\W+)*(and|or|but|what about|how about)\b\W*", "i"
)
_PREPOSITION = patterns.compile(r"^(to|for|at|in|on|with)\b", "i")
# "And a spa?" asks whether there is one; "and can we swim" asks something else.
_ASKS_ITSELF = patterns.compile(
    r"^(a|an|any|some|another|other|no)\b|"
    r"\b(is|are|was|do|does|did|can|could|will|would|may|has|have|how|what|whats|when|"
    r"where|which|who|why|it|its|there|that|those|they|them|one|ones)\b",
    "i",
)


def goes_on(text: str) -> bool:
    """ "And tomorrow?" does."""
    return bool(_GOES_ON.search(text))


def without_joining(text: str) -> str:
    """ "Not Italian" for "but not Italian"."""
    return str(_GOES_ON.sub("", text))


def repeats(mentions: Iterable[Mention], subject: Subject, text: str) -> bool:
    """Whether it names what is talked about, and no day: "what about bowling?", after
    bowling."""
    named = {mention.name.item_id for mention in mentions}
    is_told = bool(named) and named <= {*subject.rows}
    return is_told and not asked_time.day_words(text.lower())


def completed(
    text: str, topic: str, words: Collection[str], asking_words: Collection[str]
) -> str:
    """The question with what it asks, where the topic talked about says it; else ''.

    words: stems of the text without the rows that it names. asking_words: stems that
    say what is asked of a thing.
    """
    asks = topics.carried_wording(topic)
    start = _GOES_ON.match(text)
    thing = text[start.end() if start else 0 :].strip()
    is_prepositional = bool(_PREPOSITION.search(thing))
    if (
        not asks
        or not (start or is_prepositional)
        or not thing
        or len(thing.split()) > MAX_WORDS
        or _ASKS_ITSELF.search(thing)
        or any(word in asking_words for word in words)
    ):
        return ""
    return f"{asks} {thing if is_prepositional else f'for {thing}'}"
