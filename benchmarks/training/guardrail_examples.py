"""The examples of the guardrails' classifier, harmless messages included.

A line of `examples/guardrails/<category>.yaml` is a message. (a|b) stands for either,
so a line can be many messages. Those under `say` belong to the category, those under
`unless` to none.
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
# Everyday questions of all kinds; the router learns from the first file too.
EVERYDAY = (
    FOLDER / "router.yaml",
    FOLDER / "router_held_back.yaml",
    FOLDER / "router_held_back_talk.yaml",
)
PASS = "pass"  # noqa: S105 - a label
MAX_OF_A_LINE = 12
# Messages of the router that a guardrail may rightly answer.
NOT_HARMLESS = frozenset({"gambling_advice"})
_CHOICE = patterns.compile(r"\(([^()]*\|[^()]*)\)")


@dataclass(frozen=True)
class Example:
    text: str
    label: str
    language: str


def read(folder: Path = GUARDRAILS) -> list[Example]:
    """Every message once, in the order of the files."""
    examples = [*_of_categories(folder), *_everyday()]
    return list({example.text.casefold(): example for example in examples}.values())


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
    """At most `MAX_OF_A_LINE` messages of a line, the same ones every time."""
    rng = random.Random(zlib.crc32(line.encode()))  # noqa: S311 - no secret
    messages: dict[str, None] = {}
    for _ in range(MAX_OF_A_LINE * 2):
        text = line
        while choice := _CHOICE.search(text):
            chosen_text = rng.choice(choice[1].split("|"))
            text = f"{text[: choice.start()]}{chosen_text}{text[choice.end() :]}"
        messages[" ".join(text.split())] = None
    return list(messages)[:MAX_OF_A_LINE]
