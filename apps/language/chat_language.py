"""Chat language in plain words: short forms and emoji written out, unseen signs out.

`knowledge.question.spelling` joins it with the repair of misspelt words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from apps.infrastructure import patterns, yaml_files
from apps.language import legible
from apps.language.word_forms import EMPTY, stem

SHORT_FORMS = Path(__file__).with_name("chat_language.yaml")
# Lists of figures of speech in `SHORT_FORMS`, and what each of them means.
FIGURES = {
    "wishes": "i want",
    "hunger": "i am hungry",
    "thirst": "where can i get a drink",
    "wins": "won big at",
    "matches": "the football game",
    "rounds": "golf times",
}
_TOKEN = patterns.compile(r"\w+(?:['\u2019/]\w*)*")
# Skin tones, and the signs that choose pictures.
_MODIFIERS = frozenset("\ufe0e\ufe0f") | frozenset(map(chr, range(0x1F3FB, 0x1F400)))
# Who has a wish, and how much of one.
_WISHER = (
    r"(?:\b(?:i|id|we|(?:my|our) [a-z]+)(?:['\u2019][a-z]{1,2})?"
    r"(?: (?:am|are|is|was))? )?"
)
_VERY = r"(?:(?:so|really|seriously|absolutely|totally|literally|just) )*"
_SENTENCE_ENDS = (".", "!", "?")
# "Wed like dinner" is no Wednesday.
_WE_WOULD = (
    patterns.compile(
        r"(\b)wed( (?:also |all |both |really |just |still )?"
        r"(?:like|love|prefer|rather|appreciate)\b)",
        "i",
    ),
    # But "arriving wed need a crib" and "free wed want a table" are on one.
    patterns.compile(
        r"(^\W*|[.,;:!?\n(]\s*|\b(?:and|but|so|then|because|if|hi|hello|hey)\s+)"
        r"wed( (?:also |all |both |really |just |still )?"
        r"(?:be|want|need|enjoy|go|do|have|eat|stay|come)\b)",
        "i",
    ),
)
_APOSTROPHES = str.maketrans("", "", "'\u2019")


def written_out(text: str, language: str, names: Container[str] = ()) -> str:
    """The text without short forms, and with the words that records use; those of
    `names`, in lower case, stay."""
    forms, broader = _of_language(language), _forms()["broader"]
    text = legible.plain(_visible(text), names)
    for pattern in _WE_WOULD:
        text = pattern.sub(lambda match: f"{match[1]}we would{match[2]}", text)

    def full(token: patterns.Match) -> str:
        word: str = token[0].lower()
        if word in names:
            return str(token[0])
        if word == "min" and text[: token.start()].rstrip()[-1:].isdigit():
            return "minutes"
        return _full_form(word, forms) or broader.get(word) or str(token[0])

    return _with_plain_figures(str(_TOKEN.sub(full, _without_emoji(text))), names)


def full_form(word: str, language: str) -> str:
    """What one word in lower case is short for; empty for a word of its own."""
    return _full_form(word, _of_language(language))


def _full_form(word: str, forms: Mapping[str, str]) -> str:
    """Forms with an apostrophe come first: "we'd" is not "wed"."""
    plain = word.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return forms.get(plain) or forms.get(plain.translate(_APOSTROPHES)) or ""


def _with_plain_figures(text: str, names: Container[str]) -> str:
    """ "I want a pizza" for "I could murder a pizza"; names stay."""
    for figures, plain in FIGURES.items():
        text = _with_plain(text, figures, plain, names)
    return text


def _with_plain(text: str, figures: str, plain: str, names: Container[str]) -> str:
    def wish(match: patterns.Match) -> str:
        words = {word for word in match["wish"].lower().split() if _tells(word)}
        is_name = bool(words) and all(word in names for word in words)
        return str(match[0]) if is_name else plain

    return str(_figures(figures).sub(wish, text))


def _tells(word: str) -> bool:
    return stem(word) not in EMPTY


def _visible(text: str) -> str:
    """Without signs that nobody sees, such as zero-width spaces in a pasted name."""
    if text.isascii():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def _without_emoji(text: str) -> str:
    """Emoji as words; one that ends a sentence or repeats a word is dropped."""
    if text.isascii():
        return text
    words = _forms()["emoji"]
    pieces: list[str] = []
    for sign in text:
        if sign not in words:
            pieces.append("" if sign in _MODIFIERS else sign)
            continue
        before = "".join(pieces)
        is_decoration = before.rstrip().endswith(_SENTENCE_ENDS)
        is_repeated = words[sign] in before.lower()
        pieces.append(" " if is_decoration or is_repeated else f" {words[sign]} ")
    written = "".join(pieces)
    if written == text:
        return text
    lines = (" ".join(line.split()) for line in written.splitlines())
    return "\n".join(lines).replace(" ?", "?")


@cache
def _of_language(language: str) -> dict[str, str]:
    return {**_forms()["en"], **_forms().get(language, {})}


@cache
def _figures(name: str) -> patterns.Pattern:
    """Figures of speech with the guest who has the wish and words such as "really"."""
    phrases: list[str] = sorted(_pages()[name], key=len, reverse=True)
    wishes = "|".join(phrase.replace(" ", f" {_VERY}") for phrase in phrases)
    return patterns.compile(rf"{_WISHER}{_VERY}\b(?P<wish>{wishes})\b", "i")


@cache
def _forms() -> dict[str, dict[str, str]]:
    return {name: page for name, page in _pages().items() if name not in FIGURES}


@cache
def _pages() -> dict[str, Any]:
    pages: dict[str, Any] = yaml_files.read(SHORT_FORMS)
    return pages
