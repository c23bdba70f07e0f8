"""The examples of `guardrails.record_instructions`, and how they are learnt from.

`examples/record_orders/<author>.yaml`: sentences that order an AI about (`orders`), and
near ones that records hold (`records`), by language. The author in
`record_orders_held_back` is for judging alone. The records of the demo and of the
invented resorts give no orders; nor do reviews and answers of a public corpus, which
the authors' sentences do not resemble: half of its places are learnt from.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from apps.concierge.guardrails import networks
from apps.concierge.guardrails.networks import Network
from apps.infrastructure import patterns, yaml_files
from apps.llm.local import multilingual
from benchmarks.training import guardrail_networks, questions

FOLDER = Path(__file__).with_name("examples")
AUTHORS = FOLDER / "record_orders"
HELD_BACK = FOLDER / "record_orders_held_back"
DOCUMENTS = Path(__file__).parent.parent / "documents" / "files"
ORDERS = "orders"
LONGEST = 300
SHORTEST = 15
SEEDS = (0, 1)
_SENTENCE = patterns.compile(r"[^.!?]+[.!?]?")


@dataclass(frozen=True)
class Example:
    text: str
    is_order: bool
    language: str


def read(folder: Path = AUTHORS) -> list[Example]:
    """In the order of the files."""
    return [
        Example(line.strip(), kind == ORDERS, language)
        for path in sorted(folder.glob("*.yaml"))
        for kind, blocks in yaml_files.read(path).items()
        for language, block in blocks.items()
        for line in block.splitlines()
        if line.strip()
    ]


def of_records() -> list[Example]:
    """Sentences of the demo's records, of the invented resorts and of documents, each
    once."""
    records = (
        text
        for path in questions.fixture_paths()
        for text in _texts(yaml_files.read(path))
    )
    documents = (
        line
        for path in sorted(DOCUMENTS.iterdir())
        if path.suffix in {".md", ".txt"}
        for line in path.read_text().splitlines()
    )
    return _harmless(chain(records, documents))


def of_corpus(path: Path, *, is_judged: bool) -> list[Example]:
    """Sentences of a public corpus in JSON lines, of one half of its places."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return _harmless(
        row["text"]
        for row in rows
        if zlib.crc32(row["entity"].encode()) % 2 == is_judged
    )


def train(corpus: Path | None = None) -> Network:
    """corpus: as of `of_corpus`."""
    examples = [*read(), *of_records()]
    if corpus is not None:
        examples += of_corpus(corpus, is_judged=False)
    vectors = multilingual.encode([example.text[:LONGEST] for example in examples])
    truth = np.array([example.is_order for example in examples], np.intp)
    return guardrail_networks.train(networks.scaled(vectors), truth, 2, SEEDS)


def _harmless(texts: Iterable[str]) -> list[Example]:
    """Every sentence, and every text as a whole: both are judged."""
    pieces = (own for text in texts for own in (*_SENTENCE.findall(text), text))
    distinct = dict.fromkeys(own.strip() for own in pieces if len(own) >= SHORTEST)
    return [Example(text, is_order=False, language="en") for text in distinct]


def _texts(value: Any, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Every text alone, and after the names of its row, as the index words it."""
    if isinstance(value, str):
        yield value
        if names:
            yield f"{', '.join(names)}: {value}"
    elif isinstance(value, dict):
        own_names = (*names, str(value["name"])) if "name" in value else names
        for part in value.values():
            yield from _texts(part, own_names)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, names)
