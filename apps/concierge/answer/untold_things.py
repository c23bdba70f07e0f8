"""Things that a question asks for and an answer leaves untold without saying so.

"Is there a happy hour at the bar?" may be answered with the bar's hours, beside the
point. Staff count such a question among those that were answered in part; what the
guest reads is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.concierge import replies
from apps.concierge.extractive.verdicts import field_values, unmet_words
from apps.infrastructure import patterns
from apps.knowledge.statements import topics
from apps.language.spelling import things
from apps.language.vocabulary import synonyms
from apps.language.word_forms import stems

# Of the words of a question: with fewer, something is said of most of it.
UNMET_FROM = 0.4
_ASKS_FOR_A_THING = patterns.compile(
    r"\b(is|are) there\b|^\W*(do (you|they)|does|do|any|got|can)\b", "i"
)
_TIMES = field_values.READERS["now"].explains


def of(reading: Mapping[str, Any], answer_text: str, language: str) -> set[str]:
    """Stems of such things; none for a message in parts, whose parts are told apart."""
    lacking = {*reading.get("lacking", ())} - _stems_of_times(reading)
    if language not in topics.LANGUAGES:
        return set()
    is_translated = language != replies.FIRST_LANGUAGE
    untold = _known_nowhere(reading, lacking, is_translated=is_translated)
    # That a bar makes cocktails leaves untold what a martini costs.
    untold |= synonyms.of_kinds().intersection(stems(reading.get("text", "")))
    if not is_translated and _ASKS_FOR_A_THING.search(reading.get("text", "")):
        untold |= lacking & things.of_hotels()
    return untold - unmet_words.words_in(answer_text) if untold else untold


def _known_nowhere(
    reading: Mapping[str, Any], lacking: set[str], *, is_translated: bool
) -> set[str]:
    """Of a translated question, only words that were translated can be judged."""
    if reading.get("unmet_share", 0.0) < UNMET_FROM:
        return set()
    words = lacking.intersection(reading.get("nowhere", ()))
    is_thing = things.of_hotels().__contains__ if is_translated else things.names_thing
    return {*filter(is_thing, words)}


def _stems_of_times(reading: Mapping[str, Any]) -> set[str]:
    text = reading.get("text", "")
    return {*stems(text)} - {*stems(_TIMES.sub(" ", text))} if _TIMES else set()
