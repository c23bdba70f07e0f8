"""The speaker's prompt of a recorded turn, and another text of it to be tried."""

from __future__ import annotations

from collections.abc import Mapping
from string import Template
from typing import Any

from apps.concierge import prompts
from apps.properties import flags

SPEAKER = "concierge"


def source(content: Mapping[str, Any]) -> str:
    """The template as it is now, in the version that the turn was answered with."""
    return prompts.source(SPEAKER, flags.speaker_prompt(content["context"]["flags"]))


def problem(text: str) -> str:
    """Why a text cannot be a prompt: one sentence; empty where it can."""
    template = Template(text)
    if not template.is_valid():
        return "Write $$ for a dollar sign that begins no name."
    names = set(Template(prompts.source(SPEAKER)).get_identifiers())
    for version in prompts.versions(SPEAKER):
        names |= set(Template(prompts.source(SPEAKER, version)).get_identifiers())
    unknown = [name for name in template.get_identifiers() if name not in names]
    return f"Nothing fills in ${unknown[0]}." if unknown else ""
