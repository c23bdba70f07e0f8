"""Chat language in plain words: short forms and emoji written out, unseen signs out.

`knowledge.question.spelling` joins it with the repair of misspelt words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from functools import cache
from pathlib import Path

import yaml

from apps.infrastructure import patterns

SHORT_FORMS = Path(__file__).with_name("chat_language.yaml")
_TOKEN = patterns.compile(r"\w+(?:['\u2019/]\w*)*")
# Skin tones, and the signs that choose pictures.
_MODIFIERS = frozenset("\ufe0e\ufe0f") | frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_SENTENCE_ENDS = (".", "!", "?")
_APOSTROPHES = str.maketrans("", "", "'\u2019")


def written_out(text: str, language: str, names: Container[str] = ()) -> str:
    """The text without short forms; words of `names`, in lower case, stay."""
    forms = _of_language(language)
    text = _visible(text)

    def full(token: patterns.Match) -> str:
        word: str = token[0].lower()
        if word in names:
            return str(token[0])
        if word == "min" and text[: token.start()].rstrip()[-1:].isdigit():
            return "minutes"
        bare = word.translate(_APOSTROPHES)
        return forms.get(word) or forms.get(bare) or str(token[0])

    return str(_TOKEN.sub(full, _without_emoji(text)))


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
def _forms() -> dict[str, dict[str, str]]:
    forms: dict[str, dict[str, str]] = yaml.safe_load(SHORT_FORMS.read_text("utf-8"))
    return forms
