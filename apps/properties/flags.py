"""What a property has switched on and off, of the closed list in `flags.yaml`.

A turn reads all flags of its property at once, with the property itself:
`flags.is_on(turn.flags, "memory")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from apps.infrastructure import yaml_files

if TYPE_CHECKING:
    from apps.properties.models import Property

FILE = Path(__file__).with_suffix(".yaml")
Flags = Mapping[str, bool]


@dataclass(frozen=True)
class Feature:
    """Something that a property can switch.

    is_on: what holds without a row. is_in_use: the code has something to switch.
    is_of_turns: it is switched within a turn, so experiments can vary it.
    speaker_prompt: the version of the speaker's prompt that it switches to, or empty.
    """

    key: str
    name: str
    sentence: str
    is_on: bool
    is_in_use: bool
    is_of_turns: bool
    speaker_prompt: str = ""


@cache
def features() -> dict[str, Feature]:
    """The closed list, by key."""
    rows = yaml_files.read(FILE)
    return {row["key"]: Feature(**row) for row in rows}


def in_use() -> list[Feature]:
    return [feature for feature in features().values() if feature.is_in_use]


def in_experiments() -> list[Feature]:
    """The features that the arms of an experiment may differ in."""
    return [feature for feature in in_use() if feature.is_of_turns]


def of(place: Property, changes: Flags | None = None) -> dict[str, bool]:
    """All flags of a property; no query where its `feature_flags` are prefetched.

    changes: of the arm of an experiment, which come before the property's own.
    """
    stored = {row.key: row.is_on for row in place.feature_flags.all()}
    flags = {key: feature.is_on for key, feature in features().items()}
    return {**flags, **stored, **(changes or {})}


def is_on(flags: Flags, key: str) -> bool:
    """The default of the list where `flags` are silent. Raises KeyError for a key that
    the list does not have."""
    return flags.get(key, features()[key].is_on)


def needs_second_person(place: Property) -> bool:
    """Whether what staff change waits until somebody else has published it."""
    return is_on(of(place), "second_person")


def notes_guests(flags: Flags) -> bool:
    """Whether anything that guests tell of themselves is noted."""
    return is_on(flags, "extraction") and is_on(flags, "memory")


def speaker_prompt(flags: Flags) -> str:
    """The version of the speaker's prompt, of several the first of the list; empty for
    the prompt as it stands."""
    versions = (
        feature.speaker_prompt
        for feature in features().values()
        if feature.speaker_prompt and is_on(flags, feature.key)
    )
    return next(versions, "")


def words(flags: Flags) -> str:
    """For people: “Specialists off, Planning ahead on”."""
    names = {key: feature.name for key, feature in features().items()}
    return ", ".join(
        f"{names.get(key, key)} {'on' if value else 'off'}"
        for key, value in flags.items()
    )
