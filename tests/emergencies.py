"""What guests write in need, and harmless twins of the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.infrastructure import yaml_files

WORDS: dict[str, list[str]] = yaml_files.read(Path(__file__).with_suffix(".yaml"))
# Whole turns of each group in every run; the gate and the router read all words.
TURNS = 3


def for_whole_turns(*groups: str) -> list[object]:
    """Parameters of a test that takes a turn each; most are left to `make nightly`."""
    return [
        text if place < TURNS else pytest.param(text, marks=pytest.mark.nightly)
        for group in groups
        for place, text in enumerate(WORDS[group])
    ]
