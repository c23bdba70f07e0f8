"""Who comes: how many people, how many children, and with whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from apps.guests import fact_kinds
from apps.guests.extraction import bare_parties
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.phrases import (
    ADULTS,
    CHILDREN,
    COUPLES,
    KIN,
    PEOPLE,
    TOTALS,
    Phrase,
)
from apps.guests.extraction.segments import Segment

SELF = "self"
PARENTS = "parents"
COUPLE = 2
_JOINED = r"(?:\s*{joiner}(?:\s+|$))+|\s*[,&+]\s*"


def claims_in(segment: Segment, phrases: Sequence[Phrase]) -> Iterator[Claim]:
    """phrases: those of the sentence."""
    yield from bare_parties.claims_in(segment)
    for group in _with_children_apart(segment, list(_groups(segment, phrases))):
        yield from _of_group(segment, group)


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
        if group and not _is_joined(segment, group[-1], token):
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
        if is_of_children and has_self and _is_with(segment, group):
            previous = [*previous, *group]
            continue
        if previous:
            yield previous
        previous = group
    if previous:
        yield previous


def _is_joined(segment: Segment, first: Phrase, second: Phrase) -> bool:
    between = segment.text[first.end : second.start]
    if second.is_part:
        return False
    if second.noun == SELF and _is_of_us(segment, first):
        return False
    # "Four of us, my sister" is four.
    if first.noun in TOTALS and second.noun in (*TOTALS, KIN) and "," in between:
        return False
    # "A party for my brother, 25 people" is 25.
    is_for_kin = first.noun == KIN and second.noun == PEOPLE
    # "Two adults and a baby, my wife is pregnant": what follows tells of her.
    is_told_of = second.noun == KIN and _is_subject(segment, second)
    if "," in between and (is_for_kin or is_told_of):
        return False
    if not between.strip():
        return bool(first.count and second.count and second.noun == CHILDREN)
    joined = segment.grammar.built("joined", _JOINED)
    return joined.fullmatch(between) is not None


def _is_subject(segment: Segment, phrase: Phrase) -> bool:
    finite = segment.grammar.pattern("finite").search(segment.text[phrase.end :])
    return (
        finite is not None and not segment.text[phrase.end :][: finite.start()].strip()
    )


def _is_of_us(segment: Segment, phrase: Phrase) -> bool:
    """ "We are four people and I'm vegetarian": who says "we" has counted himself."""
    ours = segment.grammar.built("we", r"\b(?:{we})\b")
    return phrase.noun in TOTALS and bool(ours.search(segment.text[: phrase.end]))


def _of_group(segment: Segment, group: Sequence[Phrase]) -> Iterator[Claim]:
    start, end = group[0].start, group[-1].end
    nouns = {phrase.noun for phrase in group}
    has_self = SELF in nouns and len(group) > 1
    has_self = has_self or _adds_self(segment, group)
    is_total = bool(nouns & {*TOTALS}) and _is_party(segment, group)
    if not group[0].is_part and (has_self or is_total):
        yield from _party(segment, group, has_self=has_self)
    has_number = group[0].is_numbered and group[0].is_plural
    is_of = has_number and segment.before("for_people", start)
    # "I have five sisters" says nothing of who comes.
    is_owned = group[0].noun == KIN and segment.before("owns", start)
    is_company = has_self or is_total or (is_of and not is_owned)
    if segment.is_own and (is_company or _is_with(segment, group)):
        yield from _companions(segment, group)
    children = [phrase for phrase in group if phrase.noun == CHILDREN]
    if children and _are_told(segment, group, has_self=has_self or is_total):
        counts = [phrase.count for phrase in children]
        if None not in counts:
            total = sum(count or 0 for count in counts)
            yield Claim("children", total, start, end, LIKELY)


def _party(
    segment: Segment, group: Sequence[Phrase], *, has_self: bool
) -> Iterator[Claim]:
    sizes = [_size(phrase) for phrase in group]
    if None in sizes:
        return
    added = has_self and all(phrase.noun != SELF for phrase in group)
    total = sum(size or 0 for size in sizes) + added
    if total:
        start, end = group[0].start, group[-1].end
        is_weak = segment.is_hearsay(start)
        adults = all(phrase.noun == ADULTS for phrase in group)
        yield Claim(
            "party_size", total, start, end, LIKELY, False, is_weak, is_of_adults=adults
        )


def _size(phrase: Phrase) -> int | None:
    """How many people; None where that is not said."""
    if phrase.noun == COUPLES:
        return COUPLE * (phrase.count or 1)
    if phrase.noun == KIN and _companion(phrase.word, "") == "family":
        return None if phrase.is_plural or phrase.word.startswith("fam") else 1
    if phrase.noun == KIN and phrase.is_plural and phrase.count is None:
        return COUPLE if _companion(phrase.word, "") == PARENTS else None
    return phrase.count


def _is_party(segment: Segment, group: Sequence[Phrase]) -> bool:
    """Whether a number of people is the guest's party: "for 5 people"."""
    if any(phrase.noun in TOTALS and not phrase.count for phrase in group):
        return False
    if any(phrase.noun == PEOPLE and phrase.is_article for phrase in group):
        return False
    after = segment.text[group[-1].end :]
    if _is_some_of_us(segment, group[-1], after):
        return False
    if segment.before("no_party", group[0].start):
        return False
    ends = segment.grammar.built("ends", "^{end}").search(after) is not None
    is_start = not segment.text[: group[0].start].strip()
    is_for = segment.before("for_people", group[0].start)
    return segment.is_own or is_for or (is_start and ends)


def _is_some_of_us(segment: Segment, phrase: Phrase, after: str) -> bool:
    """ "Two of us are vegetarian" is not the whole party."""
    if segment.grammar.pattern("in_our_group").search(after):
        return True
    if not phrase.word.endswith("us") or phrase.lead:
        return False
    is_some = segment.grammar.pattern("some_of_us").search(after) is not None
    if segment.matches("the_rest"):
        return True
    return is_some and segment.grammar.pattern("all_of_us").search(after) is None


def _is_with(segment: Segment, group: Sequence[Phrase]) -> bool:
    with_ = segment.grammar.built("with_before", r"\b{with}(?: {the}| all)*\s*$")
    return with_.search(segment.text[: group[0].start]) is not None


def _adds_self(segment: Segment, group: Sequence[Phrase]) -> bool:
    """ "I am coming with my dad" and "coming with 3 friends" are one more."""
    if any(phrase.noun in (SELF, *TOTALS) for phrase in group):
        return False
    if group[0].is_article or not _is_with(segment, group):
        return False
    before = segment.text[: group[0].start]
    if segment.before("bring", group[0].start):
        return False
    grammar = segment.grammar
    ours = grammar.built("ours", r"\b(?:{we}|our)\b")
    if ours.search(before) or ours.search(segment.text[group[0].start : group[-1].end]):
        return False
    return segment.is_own


def _are_told(segment: Segment, group: Sequence[Phrase], *, has_self: bool) -> bool:
    """Whether the children are those who come, and are all counted."""
    children = [phrase for phrase in group if phrase.noun == CHILDREN]
    if any(phrase.is_article and phrase.is_plural for phrase in children):
        return False
    if has_self or any(phrase.is_part for phrase in group):
        return True
    if not segment.is_own and not segment.before("for_people", group[0].start):
        return False
    # "A 4 year old" says how old, not how many.
    is_counted = all(
        (phrase.is_numbered or phrase.count == 0) and not phrase.word[0].isdigit()
        for phrase in children
    )
    return _is_with(segment, group) or is_counted


def _companions(segment: Segment, group: Sequence[Phrase]) -> Iterator[Claim]:
    for phrase in group:
        companion = _companion(phrase.word, segment.grammar.language)
        if phrase.noun == KIN and companion and phrase.count != 0:
            yield Claim("companions", [companion], phrase.start, phrase.end, LIKELY)


@lru_cache(maxsize=1024)
def _companion(word: str, _language: str) -> str:
    """The choice that a relation is in any language; empty for none."""
    choices = fact_kinds.kinds()["companions"].choices
    for key, choice in choices.items():
        for words in choice.words.values():
            if word in {grammars.plain(text) for text in words}:
                return key
    return ""
