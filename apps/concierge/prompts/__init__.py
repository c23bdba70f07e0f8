"""Prompts are markdown files with `$names`; the hash of what was sent goes with it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt, and the hash of its template: the version it was made from."""

    text: str
    template_hash: str


def render(name: str, **values: object) -> Prompt:
    """Fills a template; a missing value raises KeyError, nothing is half-filled."""
    template, digest = _load(name)
    return Prompt(template.substitute(values), digest)


def data(text: object) -> str:
    """Words of a guest or a model inside a prompt: they cannot close an element."""
    return escape(str(text))


def source(name: str) -> str:
    """A template as it is written."""
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


@cache
def _load(name: str) -> tuple[Template, str]:
    text = source(name)
    return Template(text), hashlib.sha256(text.encode()).hexdigest()
