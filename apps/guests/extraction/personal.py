"""A guest's name, tier, and how he wants to be reached."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

# An address or a code: "https://", "bob99", "me@home".
_GOES_ON = patterns.compile(r"^(?:[@/\\:_=]|\d|\.\w)")
# After these words something else than a name may follow, in small letters.
_NAMED = ("call me", "this is", "i'm", "im ", " soy ", " sono ", " sou ", " aqui ")


def claims_in(segment: Segment, message: str) -> Iterator[Claim]:
    """Claims of one sentence, about its own offsets; message: its words as typed."""
    yield from _names(segment, message)
    yield from _tiers(segment)
    yield from _contacts(segment)


def _names(segment: Segment, message: str) -> Iterator[Claim]:
    grammar = segment.grammar
    refused = {*map(str, grammar.listed("no_name"))}
    yield from _full_names(segment, message, refused)
    yield from _given_names(segment, message, refused)
    for pattern in grammar.each("name"):
        match = pattern.search(segment.text)
        if not match:
            continue
        start, end = match.span("name")
        words = message[start:end].split(" ")
        if words[0].lower() in refused or _GOES_ON.search(segment.text[end:][:2]):
            continue
        names = [word for word in words if word[:1].isupper()]
        if not names and any(words in match[0] for words in _NAMED):
            continue
        name_words = _leading(words, refused) if names else words[:1]
        name = " ".join(name_words)
        yield Claim("name", name, match.start(), start + len(name))


def _full_names(
    segment: Segment, message: str, refused: Collection[str]
) -> Iterator[Claim]:
    """ "This is Harold Whitcombe": first name and surname, written as names are."""
    for pattern in segment.grammar.each("full_name"):
        match = pattern.search(segment.text)
        words = message[slice(*match.span("name"))].split(" ") if match else []
        name = " ".join(_leading(words, refused))
        if match and " " in name:
            start = match.start("name")
            yield Claim("name", name, match.start(), start + len(name))


def _given_names(
    segment: Segment, message: str, refused: Collection[str]
) -> Iterator[Claim]:
    """ "Hi, Priya here", "this is Karen, we're four": a capital says that it is one,
    and no word of a closed list is."""
    known_words = _words_of_lists(segment.grammar.language)
    for pattern in segment.grammar.each("given_name"):
        match = pattern.search(segment.text)
        if match is None:
            continue
        start, end = match.span("name")
        name = " ".join(_leading(message[start:end].split(" "), refused))
        if name and grammars.plain(name) not in known_words:
            yield Claim("name", name, match.start(), start + len(name))


@cache
def _words_of_lists(language: str) -> frozenset[str]:
    """Plain words that are choices, days, months or numbers."""
    own = grammars.of_language(language)
    tables = (own.table(name) for name in ("weekdays", "months", "numbers", "relative"))
    choices = (
        word
        for kind in fact_kinds.kinds().values()
        for choice in kind.choices.values()
        for words in choice.words.values()
        for word in words
    )
    return frozenset(map(grammars.plain, choices)).union(*tables)


def _leading(words: list[str], refused: Collection[str]) -> list[str]:
    """The first words that are written as names are."""
    for number, word in enumerate(words):
        if not word[:1].isupper() or word.lower() in refused:
            return words[:number]
    return words


def _tiers(segment: Segment) -> Iterator[Claim]:
    if not _names_choice(segment, "tier"):
        return
    elsewhere = segment.grammar.pattern("other_programme")
    for pattern in _with_words("tier", segment.grammar.language, "tier"):
        match = pattern.search(segment.text)
        if match and not elsewhere.search(segment.text[match.end() :]):
            choice = _choices("tier", segment.grammar.language)[match[1]]
            yield Claim("tier", choice, *match.span())


def _contacts(segment: Segment) -> Iterator[Claim]:
    language = segment.grammar.language
    if not _names_choice(segment, "preferred_contact"):
        return
    choices = _choices("preferred_contact", language)
    for outcome in ("take", "back"):
        for pattern in _with_words("preferred_contact", language, f"contact.{outcome}"):
            is_back = outcome == "back"
            match = pattern.search(segment.text)
            if match and not _is_denied(
                segment, match, "goes_on" if is_back else "denial"
            ):
                choice = choices[match[1].replace("-", " ")]
                value = [choice] if is_back else choice
                yield Claim(
                    "preferred_contact",
                    value,
                    *match.span(),
                    LIKELY,
                    is_taken_back=is_back,
                )


def _is_denied(segment: Segment, match: patterns.Match, piece: str) -> bool:
    """ "I'd prefer not to be called", "don't stop texting me"."""
    before = segment.text[match.start() : match.start(1)]
    return segment.grammar.pattern(piece).search(before) is not None


@cache
def _choices(key: str, language: str) -> dict[str, str]:
    """Plain words and the choices that they mean."""
    return {
        grammars.plain(word).replace("-", " "): choice.key
        for choice in fact_kinds.kinds()[key].choices.values()
        for word in choice.words.get(language, choice.words[fact_kinds.ENGLISH])
    }


@cache
def _with_words(key: str, language: str, path: str) -> tuple[patterns.Pattern, ...]:
    """The patterns of the grammar in which {word} is one of the kind's."""
    grammar = grammars.of_language(language)
    name, _, part = path.partition(".")
    sources = grammar.table(name).get(part, ()) if part else grammar.listed(name)
    word = _alternatives(key, language)
    return tuple(grammar.compiled(source, word=word) for source in sources)


def _names_choice(segment: Segment, key: str) -> bool:
    """Whether any word of the kind stands in the sentence; few do."""
    words = _alternatives(key, segment.grammar.language)
    return segment.grammar.built(f"any {key}", words).search(segment.text) is not None


@cache
def _alternatives(key: str, language: str) -> str:
    words = sorted(_choices(key, language), key=len, reverse=True)
    return "|".join(text.replace(" ", "[ -]?") for text in words)
