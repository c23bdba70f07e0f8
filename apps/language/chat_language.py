"""Chat language in plain words: short forms written out.

Every later step reads the result: translation, focus, search and the answerer.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from pathlib import Path

import yaml

from apps.infrastructure import patterns

SHORT_FORMS = Path(__file__).with_name("chat_language.yaml")
_TOKEN = patterns.compile(r"\w+(?:['\u2019/]\w*)*")
_APOSTROPHES = str.maketrans("", "", "'\u2019")


def written_out(text: str, language: str, names: Container[str] = ()) -> str:
    """The text without short forms; words of `names`, in lower case, stay."""
    forms = {**_forms().get("en", {}), **_forms().get(language, {})}

    def full(token: patterns.Match) -> str:
        word: str = token[0].lower()
        if word in names:
            return str(token[0])
        bare = word.translate(_APOSTROPHES)
        return forms.get(word) or forms.get(bare) or str(token[0])

    return str(_TOKEN.sub(full, text))


@cache
def _forms() -> dict[str, dict[str, str]]:
    forms: dict[str, dict[str, str]] = yaml.safe_load(SHORT_FORMS.read_text("utf-8"))
    return forms
