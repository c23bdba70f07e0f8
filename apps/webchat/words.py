"""The page's own sentences in the guest's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.utils import formats, translation

Phrases = dict[str, dict[str, Any]]
NOON, EVENING, NIGHT_ENDS = 12, 17, 5
PARTS_OF_DAY = {
    "en": ("morning", "afternoon", "evening"),
    "es": ("por la mañana", "por la tarde", "por la noche"),
}


@dataclass(frozen=True)
class Words:
    """Sentences of one language; English where a translation is missing."""

    language: str

    def page(self, **facts: str) -> dict[str, str]:
        """All sentences of the page; the script fills in the braces that are left."""
        filled = {}
        for key, texts in _load(
            settings.BASE_DIR / "templates/webchat/words.yaml"
        ).items():
            text = self._pick(texts)
            for name, value in facts.items():
                text = text.replace(f"{{{name}}}", value)
            filled[key] = text
        return filled

    def starter(self, key: str, **facts: object) -> dict[str, str]:
        texts = _load(Path(__file__).with_name("starters.yaml"))[key]
        return {part: self._pick(texts[part]).format(**facts) for part in texts}

    def greeting(self, at: datetime) -> str:
        """Good morning, good afternoon or good evening, by the property's clock."""
        greetings = {
            "en": ("Good morning", "Good afternoon", "Good evening"),
            "es": ("Buenos días", "Buenas tardes", "Buenas noches"),
        }
        return greetings[self.language][_part(at)]

    def moment(self, at: datetime) -> str:
        """Friday evening, 7:42."""
        with translation.override(self.language):
            day = formats.date_format(at, "l")
        clock = f"{at.hour % 12 or 12}:{at:%M}"
        return f"{day.capitalize()} {PARTS_OF_DAY[self.language][_part(at)]}, {clock}"

    def _pick(self, texts: dict[str, str]) -> str:
        return texts.get(self.language) or texts["en"]


def _part(at: datetime) -> int:
    if at.hour >= EVENING or at.hour < NIGHT_ENDS:
        return 2
    return 0 if at.hour < NOON else 1


@cache
def _load(path: Path) -> Phrases:
    loaded: Phrases = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded
