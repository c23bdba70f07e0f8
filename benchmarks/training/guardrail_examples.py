"""Messages that the gate learns from: by category, and the harmless ones beside them.

A line of `examples/guardrails/<category>.yaml` is one message; (a|b) stands for either,
so that a line is many messages. `say` belongs to the category, `unless` to none.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from apps.infrastructure import patterns

FOLDER = Path(__file__).with_name("examples")
GUARDRAILS = FOLDER / "guardrails"
# What guests ask every day, of all kinds; the router learns from the same file.
EVERYDAY = (FOLDER / "router.yaml", FOLDER / "router_held_back.yaml")
PASS = "pass"  # noqa: S105 - a label
MOST_OF_A_LINE = 12
# Kinds of the router's messages that another check of the gate may rightly answer.
NOT_HARMLESS = frozenset({"gambling_advice"})
_CHOICE = patterns.compile(r"\(([^()]*\|[^()]*)\)")


@dataclass(frozen=True)
class Example:
    text: str
    label: str
    language: str


def read(folder: Path = GUARDRAILS) -> list[Example]:
    """Every message once, in the order of the files."""
    found = [*_of_categories(folder), *_everyday()]
    return list({example.text.casefold(): example for example in found}.values())


def _of_categories(folder: Path) -> Iterator[Example]:
    for path in sorted(folder.glob("*.yaml")):
        page = yaml.safe_load(path.read_text(encoding="utf-8"))
        for part, label in (("say", path.stem), ("unless", PASS)):
            for language, block in page.get(part, {}).items():
                for line in block.splitlines():
                    for text in variants(line):
                        yield Example(text, label, language)


def _everyday() -> Iterator[Example]:
    for path in EVERYDAY:
        for kind, blocks in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            if kind in NOT_HARMLESS:
                continue
            for language, block in blocks.items():
                for line in block.splitlines():
                    yield Example(line, PASS, language)


def variants(line: str) -> list[str]:
    """At most `MOST_OF_A_LINE` messages of a line, the same ones every time."""
    dice = random.Random(zlib.crc32(line.encode()))  # noqa: S311 - no secret
    found: dict[str, None] = {}
    for _ in range(MOST_OF_A_LINE * 2):
        text = line
        while choice := _CHOICE.search(text):
            said = dice.choice(choice[1].split("|"))
            text = f"{text[: choice.start()]}{said}{text[choice.end() :]}"
        found[" ".join(text.split())] = None
    return list(found)[:MOST_OF_A_LINE]
