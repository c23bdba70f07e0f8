"""The texts of a message that the weights judge, with their vectors.

The work is bounded: at most `MOST_PIECES` pieces, and `MOST_CLAUSES` clauses of a
message of at most `LONGEST_WITH_CLAUSES` characters, of `LONGEST_VECTOR` characters
each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from apps.concierge.guardrails import text_variants
from apps.concierge.guardrails.text_variants import TextVariants
from apps.infrastructure import patterns
from apps.knowledge.question import parts
from apps.language import normalise
from apps.language.classifier import Floats
from apps.llm.local import multilingual

MOST_PIECES = 8
SHORTEST_PIECE = 4
MOST_CLAUSES = 8
LONGEST_WITH_CLAUSES = 600
# Characters of which a vector is made; a long message is read in pieces.
LONGEST_VECTOR = 300
_SENTENCE = patterns.compile(r"[^.\n]+")
# An address of e-mail says nothing of what is meant, and was hardly learnt.
_ADDRESS = patterns.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63})+")


class MessageTexts(NamedTuple):
    """whole: empty where nothing can be read. parts: the pieces and the clauses, none
    twice. vectors: of the whole and of the parts, by the multilingual model, shape
    (1 + parts, length); None where nothing can be read.
    """

    variants: TextVariants
    whole: str
    pieces: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    vectors: Floats | None = None


def read(text: str) -> MessageTexts:
    """All that can be made of a message before the English model's vector is there."""
    variants = text_variants.of(str(_ADDRESS.sub("email", text)))
    whole = _readable(variants)
    if not whole:
        return MessageTexts(variants, "")
    pieces = tuple(islice(_pieces(variants), MOST_PIECES))
    clauses = tuple(islice(_clauses(variants), MOST_CLAUSES))
    # A message of one clause is read once, unless capitals hide its words.
    if not variants.decoded.isupper():
        clauses = tuple(clause for clause in clauses if clause != whole)
    texts = tuple(dict.fromkeys([*pieces, *clauses]))
    is_as_written = whole == next(iter(variants.windows))
    as_read = (is_as_written and variants.decoded) or whole
    vectors = multilingual.encode([text[:LONGEST_VECTOR] for text in (as_read, *texts)])
    return MessageTexts(variants, whole, pieces, clauses, texts, vectors)


def sentences(words: str) -> list[str]:
    """Of one window of `TextVariants`."""
    return _SENTENCE.findall(words)


def _readable(variants: TextVariants) -> str:
    """The plainest variant, unless its letters stand apart and another has words."""
    plainest, *further = variants.windows or ("",)
    words = plainest.split()
    letters = [word for word in words if len(word) == 1 and word.isalpha()]
    return further[0] if further and len(letters) * 2 > len(words) else plainest


def _clauses(variants: TextVariants) -> Iterator[str]:
    if len(variants.text) > LONGEST_WITH_CLAUSES:
        return
    clauses = map(normalise.words, parts.clauses(variants.text))
    yield from (clause for clause in clauses if len(clause) >= SHORTEST_PIECE)


def _pieces(variants: TextVariants) -> Iterator[str]:
    """Further variants, then the sentences of the plainest one."""
    whole, *further_variants = variants.windows
    yield from further_variants
    of_whole = [sentence.strip() for sentence in sentences(whole)]
    if len(of_whole) > 1:
        yield from (text for text in of_whole if len(text) >= SHORTEST_PIECE)
