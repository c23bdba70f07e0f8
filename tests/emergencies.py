"""What guests write in need, and harmless twins of the same words."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

WORDS: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
# Whole turns of each group in every run; the gate and the router read all words.
TURNS = 3


def for_whole_turns(*groups: str) -> list[object]:
    """Parameters of a test that takes a turn each; most are left to `make nightly`."""
    return [
        text if place < TURNS else pytest.param(text, marks=pytest.mark.nightly)
        for group in groups
        for place, text in enumerate(WORDS[group])
    ]
