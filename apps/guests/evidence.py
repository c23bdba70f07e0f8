"""The quote of a fact: the guest's words for it, and nothing else of the message.

Whoever writes "I have an illness, my card is 4111..., and I'm vegan" has told one fact.
So a word stays only if it belongs to the fact or to a closed list of words that say
nothing (`evidence_words.yaml`); a sentence has the mark … where something is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from apps.guests import evidence_words, fact_kinds
from apps.guests.extraction import chinese, spelling
from apps.guests.extraction import grammar as grammars
from apps.infrastructure import patterns
from apps.language.spelling import word_lists
from apps.privacy.redaction import redact

LONGEST = 120
# Longer quotes are those of no fact, and reading takes time.
READ_CHARS = 2000
# Words around those of the fact.
MOST_BEFORE, MOST_BEHIND = 6, 3
# A quote without a word of the fact: a model has understood "noodles and wasabi".
MOST_WORDS = 12
GAP = "…"
NEEDS = frozenset({"dietary_needs", "accessibility"})
# How many figures in a row a value of this type may have; other types have none.
MOST_FIGURES = {"count": 4, "ages": 4, "dates": 8, "clock": 8, "money": 8}
_WORD = patterns.compile(r"[\w'\u2019]+")
_DIGIT = patterns.compile(r"\d")
_CLAUSE_END = patterns.compile(r"[;:!?()\n\[\]]|[.,](?:\s|$)")
_SENTENCE_END = patterns.compile(r"[.!?;\n]\s")
_MARKS = frozenset("[]<>")  # of redacted words, and of markup
_LATIN_ENDS = "\u0250"


@dataclass
class _Word:
    """A word of a quote. start, end: in its text. clause: counted from 0."""

    text: str
    plain: str
    start: int
    end: int
    clause: int
    is_own: bool = False
    is_harmless: bool = False
    is_kept: bool = False


def of(key: str, value: Any, words: str) -> str:
    """What may be kept of the guest's words for a fact, at most `LONGEST` signs.

    value: as it is stored; of a list, one choice. Empty where nothing may be kept.
    """
    kind = fact_kinds.kinds().get(key)
    if kind is None:
        return ""
    text = redact(words[:READ_CHARS], keep=partial(_is_name, key, value))
    if len(text) <= LONGEST and chinese.is_quote(key, text):
        return text
    every = _words(text)
    _mark_own(every, kind, value, text)
    if not any(word.is_own for word in every):
        return "" if key in NEEDS else _understood(text, every)
    _mark_kept(every, kind, text)
    return _cut(_written(every, text))


def names(key: str, choice: str, words: str) -> bool:
    """Whether the words name a choice themselves."""
    return (
        evidence_words.of_choice(key, choice).search(grammars.plain(words)) is not None
    )


def _is_name(key: str, value: Any, text: str) -> bool:
    """Whether what was found is the fact itself: "my name is Alice"."""
    is_words = text.replace("'", "").replace(" ", "").isalpha()
    return key == "name" and is_words and text.endswith(str(value))


def _words(text: str) -> list[_Word]:
    """All words, each with the clause that it is in."""
    plain = grammars.plain(text)
    conjunctions = evidence_words.listed("conjunctions")
    every: list[_Word] = []
    clause = end = 0
    for match in _WORD.finditer(plain):
        clause += bool(_CLAUSE_END.search(text[end : match.start()]))
        clause += match[0] in conjunctions
        start, end = match.span()
        every.append(_Word(text[start:end], match[0], start, end, clause))
    return every


def _mark_own(
    every: Sequence[_Word], kind: fact_kinds.FactKind, value: Any, text: str
) -> None:
    """Marks the words of the fact itself."""
    if kind.type == "name":
        own_names = {*grammars.plain(str(value)).replace("-", " ").split()}
        for word in every:
            word.is_own = word.plain in own_names
    elif kind.choices:
        for choice in value if isinstance(value, list) else [value]:
            pattern = evidence_words.of_choice(kind.key, choice)
            covered = list(_covered(every, pattern, text))
            for word in covered or _misspelt(every, pattern, text):
                word.is_own = True
    else:
        _mark_measures(every, kind.type)


def _mark_measures(every: Sequence[_Word], type_: fact_kinds.Type) -> None:
    """A figure alone is no day: "I live at number 12"."""
    for clause in _clauses(every):
        measures = [
            word for word in clause if evidence_words.is_measure(word.plain, type_)
        ]
        is_bare = len(measures) == 1 and measures[0].plain.isdigit()
        for word in measures:
            word.is_own = not (is_bare and type_ == "dates")


def _covered(
    every: Sequence[_Word], pattern: patterns.Pattern, text: str
) -> Iterator[_Word]:
    spans = (match.span() for match in pattern.finditer(grammars.plain(text)))
    return _within(every, spans)


def _misspelt(
    every: Sequence[_Word], pattern: patterns.Pattern, text: str
) -> Iterator[_Word]:
    """Words that the pattern finds once they are repaired."""
    for language in word_lists.LANGUAGES:
        repaired = spelling.repaired(text, grammars.of_language(language))
        plain = grammars.plain(repaired.text) if repaired.changes else ""
        matches = pattern.finditer(plain)
        yield from _within(every, (repaired.typed_span(*m.span()) for m in matches))


def _within(
    every: Sequence[_Word], spans: Iterable[tuple[int, int]]
) -> Iterator[_Word]:
    for start, end in spans:
        for word in every:
            if start <= word.start and word.end <= end:
                yield word


def _mark_kept(every: Sequence[_Word], kind: fact_kinds.FactKind, text: str) -> None:
    """Marks what stays: of each clause with words of the fact, these and plain ones."""
    for choice in kind.choices:
        for word in _covered(every, evidence_words.of_choice(kind.key, choice), text):
            word.is_harmless = True
    for word in every:
        word.is_harmless |= word.is_own or evidence_words.is_plain(word.plain)
    for clause in _clauses(every):
        _keep_near(clause)
    for row in _rows_of_figures(every, text):
        digits = sum(len(_DIGIT.findall(word.plain)) for word in row)
        for word in row:
            word.is_kept &= digits <= MOST_FIGURES.get(kind.type, 0)


def _keep_near(clause: Sequence[_Word]) -> None:
    """Words behind those of the fact stay where they end the clause."""
    own = [number for number, word in enumerate(clause) if word.is_own]
    if not own:
        return
    for word in clause[max(own[0] - MOST_BEFORE, 0) : own[-1] + 1]:
        word.is_kept = word.is_harmless
    behind = clause[own[-1] + 1 :]
    if len(behind) <= MOST_BEHIND and all(word.is_harmless for word in behind):
        for word in behind:
            word.is_kept = True


def _clauses(every: Sequence[_Word]) -> Iterator[list[_Word]]:
    for _, clause in groupby(every, key=attrgetter("clause")):
        yield list(clause)


def _rows_of_figures(every: Sequence[_Word], text: str) -> Iterator[list[_Word]]:
    """Numbers that stand together as those of cards and telephones do."""
    row: list[_Word] = []
    for word in every:
        if not _DIGIT.search(word.plain):
            continue
        if row and text[row[-1].end : word.start] not in {" ", "-", "."}:
            yield row
            row = []
        row.append(word)
    if row:
        yield row


def _written(every: Sequence[_Word], text: str) -> str:
    """The words that stay, with what stands between two of them, or the mark."""
    staying = [(number, word) for number, word in enumerate(every) if word.is_kept]
    joint = ""
    while staying and staying[0][1].plain in evidence_words.listed("conjunctions"):
        joint = staying.pop(0)[1].text
    parts = [staying[0][1].text] if staying else []
    if joint and _is_of_others_too([word.plain for _, word in staying[:2]]):
        parts = [f"{GAP} {joint} ", *parts]
    for (before, word), (number, following) in pairwise(staying):
        is_next = number == before + 1
        between = text[word.end : following.start]
        parts += [between if is_next else f" {GAP} ", following.text]
    return " ".join("".join(parts).split())


def _is_of_others_too(words: Sequence[str]) -> bool:
    """Of "my partner and I are vegan", without the partner."""
    singular, plural = map(evidence_words.listed, ("singular_subjects", "plural_verbs"))
    return len(words) > 1 and words[0] in singular and words[1] in plural


def _understood(text: str, every: Sequence[_Word]) -> str:
    """A short sentence of plain signs that tells of no illness; else nothing."""
    words = text.strip()
    is_short = len(words) <= LONGEST and len(every) <= MOST_WORDS
    has_marks = (
        not _MARKS.isdisjoint(words)
        or _DIGIT.search(words)
        or _SENTENCE_END.search(words)
    )
    has_names = any(word.text[:1].isupper() for word in every[1:] if len(word.text) > 1)
    has_scripts = any(sign.isalpha() and sign >= _LATIN_ENDS for sign in words)
    has_illness = any(
        word.plain.startswith(evidence_words.illnesses()) for word in every
    )
    is_kept = is_short and not (has_marks or has_names or has_scripts or has_illness)
    return words if is_kept else ""


def _cut(text: str) -> str:
    """At most `LONGEST` signs, up to the end of a word."""
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 2].rsplit(' ', 1)[0][: LONGEST - 2]} {GAP}"
