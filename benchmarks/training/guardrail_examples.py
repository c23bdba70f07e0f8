"""The examples of the guardrails' classifier, harmless messages included.

A line of `examples/guardrails/<category>.yaml` is a message. (a|b) stands for either,
so a line can be many messages. Those under `say` belong to the category, those under
`unless` to none.

The messages of `examples/guardrail_authors/<author>/<language>.yaml` were written by
authors independent of each other and of the code, by category and family of meaning;
`innocent/<category>` resembles one and is harmless. Those of the authors in
`guardrail_authors_held_back` are for judging alone.

What the records of the invented resorts say of their places is harmless too, however
many imperatives it holds, and so is most of what guests say of their bookings. Messages
outside the project, of benchmarks and natural requests, are in JSON lines.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.core.management.base import CommandError

from apps.concierge.guardrails import checks
from apps.infrastructure import patterns, yaml_files

FOLDER = Path(__file__).with_name("examples")
GUARDRAILS = FOLDER / "guardrails"
AUTHORS = FOLDER / "guardrail_authors"
RESORTS = Path(__file__).with_name("resorts")
HELD_BACK = FOLDER / "guardrail_authors_held_back"
# Everyday questions of all kinds; the router learns from the first file too.
EVERYDAY = (
    FOLDER / "router.yaml",
    FOLDER / "router_held_back.yaml",
    FOLDER / "router_held_back_talk.yaml",
)
PASS = "pass"  # noqa: S105 - a label
# What guests say of their bookings, and the labels whose messages may be a threat as
# well.
BOOKINGS = ("booking_meanings", "booking_replies")
NOT_SURELY_HARMLESS = frozenset(
    {"complaint", "maintenance", "none", "pending/none", "sent/change", "sent/none"}
)
MAX_OF_A_LINE = 12
# Messages of the router that a guardrail may rightly answer.
NOT_HARMLESS = frozenset({"gambling_advice"})
# A wish for a person is answered before the classifier is asked.
NOT_JUDGED = "human"
FIRST_AUTHOR = "first"
_SENTENCE = patterns.compile(r"[^.!?]+[.!?]")
_CHOICE = patterns.compile(r"\(([^()]*\|[^()]*)\)")


@dataclass(frozen=True)
class Example:
    """nearby_category: the one that a harmless message comes near, if it is known.

    also_ok: further labels that a benchmark accepts for the message.
    """

    text: str
    label: str
    language: str
    author: str = FIRST_AUTHOR
    nearby_category: str = ""
    also_ok: tuple[str, ...] = ()


def read(folder: Path = GUARDRAILS, authors: Path = AUTHORS) -> list[Example]:
    """Every message once, in the order of the files."""
    examples = [
        *_of_categories(folder),
        *_everyday(),
        *_of_records(),
        *of_authors(authors),
        *_of_bookings(),
    ]
    return list({example.text.casefold(): example for example in examples}.values())


def of_authors(folder: Path) -> Iterator[Example]:
    """The messages of independent authors, a wish for a person left out."""
    for path in sorted(folder.glob("*/*.yaml")):
        page = yaml_files.read(path)
        author, language = page["author"].lower(), page["language"]
        for kind, families in page["messages"].items():
            prefix, _, category = kind.rpartition("/")
            if kind == NOT_JUDGED:
                continue
            label, nearby = (PASS, category) if prefix else (category, "")
            for text in "".join(families.values()).splitlines():
                yield Example(text, label, language, author, nearby)


def _of_records() -> Iterator[Example]:
    """Sentences of summaries; numbers are left out, which may be ages."""
    for path in sorted(RESORTS.glob("*.yaml")):
        kinds = yaml_files.read(path).values()
        rows = (row for rows in kinds for row in rows if isinstance(row, dict))
        for row in rows:
            for sentence in _SENTENCE.findall(row.get("summary", "")):
                if not any(map(str.isdigit, sentence)):
                    yield Example(sentence.strip(), PASS, "en")


def _of_bookings() -> Iterator[Example]:
    """Their authors are numbered by the folder: nobody has this name elsewhere."""
    for number, folder in enumerate(BOOKINGS, 1):
        for path in sorted((FOLDER / folder).glob("*.yaml")):
            for label, blocks in yaml_files.read(path).items():
                if label in NOT_SURELY_HARMLESS:
                    continue
                for language, block in blocks.items():
                    for line in filter(str.strip, block.splitlines()):
                        if checks.cry(line) is None:
                            yield Example(
                                line.strip(), PASS, language, f"{path.stem}{number}"
                            )


def _of_categories(folder: Path) -> Iterator[Example]:
    for path in sorted(folder.glob("*.yaml")):
        page = yaml_files.read(path)
        for part, label in (("say", path.stem), ("unless", PASS)):
            for language, block in page.get(part, {}).items():
                for line in block.splitlines():
                    for text in variants(line):
                        yield Example(text, label, language)


def _everyday() -> Iterator[Example]:
    for path in EVERYDAY:
        for kind, blocks in yaml_files.read(path).items():
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


def examples(paths: Sequence[Path]) -> list[Example]:
    """Of a benchmark's development half, or natural requests, which have no label.

    The author is the source of the row. Benchmarks that know no emergencies call them
    harmless: those are left out.
    """
    return [example for path in paths for example in _rows(path)]


def _rows(path: Path) -> Iterator[Example]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise CommandError(f"Cannot read {path}: {error.strerror}.") from error
    for line in filter(None, lines):
        row = json.loads(line)
        label, language = row.get("expected", PASS), row.get("lang", "en")
        if label != PASS or checks.cry(row["text"]) is None:
            yield Example(
                row["text"],
                label,
                language,
                author=row["source"],
                also_ok=tuple(row.get("also_ok", ())),
            )
