"""Whether a question asks who may come to a row: of what age, or with children."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.question import wish_words

AGE, KIDS = "age", "kids"
# "Can I smoke in there?" is like a question for an age.
_OF_AGES = patterns.compile(
    r"\b(ages?|old|older|young|younger|kids?|child(ren)?|minors?|teens?|teenagers?|"
    r"bab(y|ies)|toddlers?|sons?|daughters?|adults?|under|over|years?|yo|id|ids|"
    r"1[0-9]|2[0-9]|family|families)\b|\d\+",
    "i",
)
_MAY_COME = patterns.compile(
    r"\b(bring|take|allow(s|ed)?|welcome|permitted|admit(s|ted)?|enter|come|get in|"
    r"go (in|to))\b",
    "i",
)


def asks(text: str, topic: str) -> bool:
    """ "How old to get in?", and of children "can I bring my kids?"; not "is there
    something for teenagers?"."""
    if wish_words.looks_for_families(text):
        return False
    is_of_children = topic == KIDS and _MAY_COME.search(text)
    return bool((topic == AGE or is_of_children) and _OF_AGES.search(text))


def asks_of_row(text: str, topic: str) -> bool:
    """ "Can a 15 year old get a facial?" chooses among no rows."""
    return asks(text, topic) and not wish_words.asks_for_rows(text)
