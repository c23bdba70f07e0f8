"""People who are told in one breath, and how many they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.counts.counted_nouns import (
    CHILDREN,
    COUPLES,
    KIN,
    PEOPLE,
    SELF,
    TOTALS,
    Phrase,
)
from apps.guests.extraction.segments import Segment

PARENTS = "parents"
COUPLE = 2
_AGES = (
    r"^\s*(?:\([^()]*\)|(?:{leads_to_ages})\s+{num}(?:\s*,\s*{num})*"
    r"(?:\s+{and}\s+{num})?(?:{years})?)"
)
_JOINED = r"(?:\s*{joiner}(?:\s+|$))+|\s*[,&+]\s*"


def groups(segment: Segment, phrases: Sequence[Phrase]) -> Iterator[list[Phrase]]:
    """ "Me, my wife and two kids" and the like. phrases: those of the sentence."""
    yield from _with_children_apart(segment, list(_groups(segment, phrases)))


def _groups(segment: Segment, phrases: Sequence[Phrase]) -> Iterator[list[Phrase]]:
    """People who are told in one breath: "me, my wife and two kids"."""
    own = segment.grammar.built("selves", r"\b({self})\b")
    selves = [
        Phrase(SELF, match[0], "", 1, *match.span())
        for match in own.finditer(segment.text)
    ]
    people = [phrase for phrase in phrases if phrase.noun in (*TOTALS, CHILDREN, KIN)]
    tokens = sorted([*people, *selves], key=lambda token: token.start)
    group: list[Phrase] = []
    for token in tokens:
        is_joined = group and _is_joined(segment, group[-1], token)
        if group and (not is_joined or _is_apposition(segment, group, token)):
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def _with_children_apart(
    segment: Segment, groups: Sequence[list[Phrase]]
) -> Iterator[list[Phrase]]:
    """ "My husband and I are coming with our three sons" is one company."""
    previous: list[Phrase] = []
    for group in groups:
        is_of_children = all(phrase.noun == CHILDREN for phrase in group)
        has_self = len(previous) > 1 and any(p.noun == SELF for p in previous)
        if is_of_children and has_self and is_with(segment, group):
            previous = [*previous, *group]
            continue
        if previous:
            yield previous
        previous = group
    if previous:
        yield previous


def _is_joined(segment: Segment, first: Phrase, second: Phrase) -> bool:
    between = _without_ages(segment, first, segment.text[first.end : second.start])
    if second.is_part or (second.noun == SELF and _is_of_us(segment, first)):
        return False
    # "Four of us, my sister" is four, and so is "four of us, 2 kids".
    is_listed = first.noun in TOTALS and "," in between
    is_all = second.noun == CHILDREN and first.word.endswith(" us")
    if is_listed and (second.noun in (*TOTALS, KIN) or is_all):
        return False
    if first.noun == KIN and second.noun == SELF and _is_named(segment, between):
        return True
    # "A surprise for my wife, I'm proposing" begins another clause.
    is_clause = second.word == "i" and between.strip() == ","
    # "A party for my brother, 25 people" is 25; "my wife and two sons, 4 people" is 4.
    is_for_kin = first.noun in (KIN, CHILDREN) and second.noun == PEOPLE
    is_apart = is_for_kin and "," in between
    if is_clause or is_apart or _is_told_of(segment, first, second):
        return False
    if not between.strip():
        return _is_listed(first, second)
    joined = segment.grammar.built("joined", _JOINED)
    return joined.fullmatch(between) is not None


def _without_ages(segment: Segment, first: Phrase, between: str) -> str:
    """ "And a baby" of "a toddler (2) and a baby"."""
    if first.noun != CHILDREN:
        return between
    return str(segment.grammar.built("ages_beside", _AGES).sub("", between))


def _is_listed(first: Phrase, second: Phrase) -> bool:
    """Without a word between: "me my wife", "2 adults 1 child"."""
    is_list = first.word == "me" and second.noun == KIN and bool(second.lead)
    is_counted = first.count and second.count and second.noun == CHILDREN
    return is_list or bool(is_counted)


def _is_told_of(segment: Segment, first: Phrase, second: Phrase) -> bool:
    """ "Two adults and a baby, my wife is pregnant": what follows tells of her."""
    if second.noun != KIN or not _is_subject(segment, second):
        return False
    says_of_one = segment.grammar.pattern("says_of_one")
    is_of_one = says_of_one.search(segment.text[second.end :]) is not None
    is_after_people = first.noun in (*TOTALS, CHILDREN) and is_of_one
    return is_after_people or "," in segment.text[first.end : second.start]


def _is_named(segment: Segment, between: str) -> bool:
    """ "My sister Ruth and me"."""
    named = segment.grammar.built("named_kin", r"\s+[a-z]+\s+(?:{and})\s+")
    return named.fullmatch(between) is not None


def _is_apposition(segment: Segment, group: Sequence[Phrase], token: Phrase) -> bool:
    """ "My sister and me, two old ladies" are two."""
    is_restated = token.noun == PEOPLE and len(group) > 1 and token.is_numbered
    sizes = [size(phrase) for phrase in group]
    if not is_restated or None in sizes:
        return False
    is_apart = "," in segment.text[group[-1].end : token.start]
    return is_apart and sum(size or 0 for size in sizes) == token.count


def _is_subject(segment: Segment, phrase: Phrase) -> bool:
    after = segment.text[phrase.end :]
    finite = segment.grammar.pattern("finite").search(after)
    if finite is None or after[: finite.start()].strip():
        return False
    # The Italian "e" is "and" as often as "is".
    is_and = segment.grammar.built("only_and", r"^(?:{and})$").search(finite[0])
    return is_and is None


def _is_of_us(segment: Segment, phrase: Phrase) -> bool:
    """ "We are four people and I'm vegetarian": who says "we" has counted himself."""
    ours = segment.grammar.built("we", r"\b(?:{we})\b")
    return phrase.noun in TOTALS and bool(ours.search(segment.text[: phrase.end]))


def is_with(segment: Segment, group: Sequence[Phrase]) -> bool:
    if segment.grammar.pattern("theirs").fullmatch(group[0].lead):
        return False  # "the kids are with their grandparents"
    with_ = segment.grammar.built("with_before", r"\b{with}(?: {the}| all)*\s*$")
    return with_.search(segment.text[: group[0].start]) is not None


def size(phrase: Phrase) -> int | None:
    """How many people; None where that is not said."""
    if phrase.noun == COUPLES:
        return COUPLE * (phrase.count or 1)
    if phrase.noun == KIN and companion_of(phrase.word, "") == "family":
        if phrase.word.startswith("fam"):
            return None
        return phrase.count if phrase.is_plural else 1
    if phrase.noun == KIN and phrase.is_plural and phrase.count is None:
        return COUPLE if companion_of(phrase.word, "") == PARENTS else None
    return phrase.count


@lru_cache(maxsize=1024)
def companion_of(word: str, _language: str) -> str:
    """The choice that a relation is in any language; empty for none."""
    choices = fact_kinds.kinds()["companions"].choices
    for key, choice in choices.items():
        for words in choice.words.values():
            if word in {grammars.plain(text) for text in words}:
                return key
    return ""
