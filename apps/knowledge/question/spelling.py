"""A guest's words in plain spelling: short forms written out, misspelt words repaired.

Every reader of a question shares the result; the guest's own words are what is stored,
shown and judged by the gate.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache

from apps.infrastructure import yaml_files
from apps.knowledge.statements import topics
from apps.language import chat_language
from apps.language.spelling import vocabulary, word_lists
from apps.language.spelling.speller import Speller
from apps.language.spelling.vocabulary import Vocabulary
from apps.language.translation import question_words

MAX_TEXTS = 512
# Nobody types more in a question; a repair of long nonsense would take too long.
LONGEST_REPAIRED = 400


def plain_spelling(
    texts: Iterable[str], names: Iterable[str], name_words: Collection[str]
) -> Callable[[str, str], str]:
    """A function of a text and its language, for the guests of one property.

    texts: what its records say. name_words: words of its names, which stay as they are.
    """
    texts, names = [*texts, *names], [*names]

    @cache
    def speller_of(language: str) -> Speller:
        records = vocabulary.of(texts, names)
        return Speller(language, records | asked_words(language))

    @lru_cache(maxsize=MAX_TEXTS)
    def plain(text: str, language: str) -> str:
        written = chat_language.written_out(text, language, name_words)
        is_long = len(text) > LONGEST_REPAIRED
        if is_long or language not in word_lists.LANGUAGES:
            return written
        return speller_of(language).text(written, name_words)

    # The lists are read here, in a thread, and not when the first guest waits.
    speller_of("en")
    return plain


@cache
def asked_words(language: str) -> Vocabulary:
    """The words in which guests of a language ask."""
    pages = yaml_files.read(topics.PHRASINGS).values()
    phrasings = [text for page in pages for text in page.get(language, ())]
    return vocabulary.of([*phrasings, *question_words.phrases(language)])
