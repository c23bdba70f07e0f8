"""Who comes: how many people, how many children, and with whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.counts import bare_parties, groups
from apps.guests.extraction.counts.counted_nouns import (
    ADULTS,
    CHILDREN,
    KIN,
    PEOPLE,
    SELF,
    TOTALS,
    Phrase,
)
from apps.guests.extraction.counts.groups import companion_of, is_with, size
from apps.guests.extraction.segments import Segment

PARTNER = "partner"
_OTHERS_FIRST = (
    r"^\W*(?:{others_first}|(?:{mine}|{the})\s+(?:\w+\s+)?(?:{kin}|{children}))\b"
)


def claims_in(segment: Segment, phrases: Sequence[Phrase]) -> Iterator[Claim]:
    """phrases: those of the sentence."""
    bare = list(bare_parties.claims_in(segment))
    yield from bare
    has_total = any(claim.key == "party_size" for claim in bare)
    for group in groups.groups(segment, phrases):
        if segment.before("of_theirs", group[0].start):
            continue
        for claim in _of_group(segment, group):
            # "A family of 4 with two little ones" is four.
            if not (
                has_total and claim.key == "party_size" and _adds_self(segment, group)
            ):
                yield claim


def _of_group(segment: Segment, group: Sequence[Phrase]) -> Iterator[Claim]:
    start, end = group[0].start, group[-1].end
    nouns = {phrase.noun for phrase in group}
    has_self = SELF in nouns and len(nouns) > 1
    has_self = has_self or _adds_self(segment, group)
    is_total = bool(nouns & {*TOTALS}) and _is_party(segment, group)
    is_total = is_total or _are_we(segment, group) or _are_alone(segment, group)
    if not group[0].is_part and (has_self or is_total):
        yield from _party(segment, group, has_self=has_self)
    has_number = group[0].is_numbered and group[0].is_plural
    is_of = has_number and segment.before("for_people", start)
    # "I have five sisters" says nothing of who comes.
    is_owned = group[0].noun == KIN and segment.before("owns", start)
    is_company = has_self or is_total or (is_of and not is_owned)
    is_brought = is_with(segment, group) and _is_of_guest(segment)
    # "My mother is coming with us", of whom nobody counts the others.
    is_brought = is_brought or _comes_along(segment, group)
    if segment.is_own and (is_company or is_brought):
        yield from _companions(segment, group)
    children = _children(segment, group)
    if children and _are_told(segment, group, has_self=has_self or is_total):
        counts = [phrase.count for phrase in children]
        if None not in counts:
            total = sum(count or 0 for count in counts)
            yield Claim("children", total, start, end, LIKELY)


def _comes_along(segment: Segment, group: Sequence[Phrase]) -> bool:
    after = segment.text[group[-1].end :]
    return segment.grammar.pattern("comes_along").search(after) is not None


def _are_we(segment: Segment, group: Sequence[Phrase]) -> bool:
    """ "We're three friends"."""
    (first, *further_terms) = group
    is_number = first.noun == KIN and first.is_plural and (first.count or 0) > 1
    return is_number and not further_terms and segment.before("we_are", first.start)


def _are_alone(segment: Segment, group: Sequence[Phrase]) -> bool:
    """ "It's only my wife and our two sons": the guest does not come himself."""
    is_company = len(group) > 1 and all(phrase.noun != SELF for phrase in group)
    return is_company and segment.before("nobody_else", group[0].start)


def _children(segment: Segment, group: Sequence[Phrase]) -> list[Phrase]:
    """Without a son who comes with a wife of his own, and beds: "6 twins"."""
    theirs, beds = map(segment.grammar.pattern, ("theirs", "bed_words"))
    following = [*group[1:], None]
    return [
        phrase
        for phrase, next_phrase in zip(group, following, strict=True)
        if phrase.noun == CHILDREN
        and not (phrase.is_numbered and beds.fullmatch(phrase.word))
        and not (next_phrase and theirs.fullmatch(next_phrase.lead))
    ]


def _party(
    segment: Segment, group: Sequence[Phrase], *, has_self: bool
) -> Iterator[Claim]:
    sizes = [size(phrase) for phrase in group]
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
    if _are_others(group[-1], segment, after):
        return False
    ends = segment.grammar.built("ends", "^{end}").search(after) is not None
    is_start = not segment.text[: group[0].start].strip()
    is_for = segment.before("for_people", group[0].start)
    return segment.is_own or is_for or (is_start and ends)


def _are_others(phrase: Phrase, segment: Segment, after: str) -> bool:
    """ "Four guys from the next table", and not "ten of us from the office"."""
    is_apart = segment.grammar.pattern("people_apart").search(after) is not None
    return is_apart and not phrase.word.endswith(" us")


def _is_some_of_us(segment: Segment, phrase: Phrase, after: str) -> bool:
    """ "Two of us are vegetarian" is not the whole party."""
    if segment.grammar.pattern("in_our_group").search(after):
        # "There are 3 adults in my group" counts all of it.
        return not segment.before("whole_group", phrase.start)
    if not phrase.word.endswith("us") or phrase.lead:
        return False
    if segment.before("every", phrase.start):
        return False
    is_some = segment.grammar.pattern("some_of_us").search(after) is not None
    if segment.matches("the_rest"):
        return True
    return is_some and segment.grammar.pattern("all_of_us").search(after) is None


def _adds_self(segment: Segment, group: Sequence[Phrase]) -> bool:
    """ "I am coming with my dad" and "coming with 3 friends" are one more."""
    if any(phrase.noun in (SELF, *TOTALS) for phrase in group):
        return False
    if group[0].is_article or not is_with(segment, group):
        return False
    before = segment.text[: group[0].start]
    if segment.before("bring", group[0].start):
        return False
    if segment.before("included", group[0].start):
        return False
    grammar = segment.grammar
    ours = grammar.built("ours", r"\b(?:{we}|our)\b")
    if ours.search(before) or ours.search(segment.text[group[0].start : group[-1].end]):
        return False
    return _is_of_guest(segment)


def _is_of_guest(segment: Segment) -> bool:
    """Not "my husband plays golf with three friends"."""
    if segment.is_fragment or segment.has_own_subject:
        return True
    subject = segment.grammar.built("their_doing", _OTHERS_FIRST)
    return subject.search(segment.text) is None


def _are_told(segment: Segment, group: Sequence[Phrase], *, has_self: bool) -> bool:
    """Whether the children are those who come, and are all counted."""
    children = [phrase for phrase in group if phrase.noun == CHILDREN]
    if any(phrase.is_article and phrase.is_plural for phrase in children):
        return False
    if segment.grammar.pattern("people_apart").search(segment.text[group[-1].end :]):
        return False
    if has_self or any(phrase.is_part for phrase in group):
        return True
    if _stay_with_parents(segment, group):
        return False
    if not segment.is_own and not segment.before("for_people", group[0].start):
        return False
    # "A 4 year old" says how old, not how many.
    is_counted = all(
        (phrase.is_numbered or phrase.count == 0) and not phrase.word[0].isdigit()
        for phrase in children
    )
    return is_with(segment, group) or is_counted


def _stay_with_parents(segment: Segment, group: Sequence[Phrase]) -> bool:
    """ "I have seven grandchildren" says nothing of who comes."""
    far = segment.grammar.pattern("far_children")
    is_far = any(far.fullmatch(phrase.word) for phrase in group)
    is_brought = is_with(segment, group) or _comes_along(segment, group)
    return is_far and segment.matches("having") and not is_brought


def _companions(segment: Segment, group: Sequence[Phrase]) -> Iterator[Claim]:
    for phrase in group:
        companion = companion_of(phrase.word, segment.grammar.language)
        # "My son and his wife": she is no partner of the guest.
        is_theirs = segment.grammar.pattern("theirs").fullmatch(phrase.lead)
        if is_theirs and companion == PARTNER:
            continue
        if phrase.noun == KIN and companion and phrase.count != 0:
            yield Claim("companions", [companion], phrase.start, phrase.end, LIKELY)
