"""In which words, sources and costs two runs of a turn differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

from apps.catalog.models import Item
from apps.conversations.replay import afterwards
from apps.conversations.replay.outcome import Outcome
from apps.conversations.replay.plain_values import decode
from apps.infrastructure import patterns

_WORD = patterns.compile(r"\S+\s*")
MICROS = 1_000_000
SEARCHES = ("Search.results", "Search.find")


class Words(NamedTuple):
    """A run of words that both answers have, or only one of them."""

    change: Literal["same", "gone", "new"]
    text: str


class NodeCost(NamedTuple):
    """tokens_in, tokens_out: of all models that the node has asked. cost: in US
    dollars."""

    node: str
    tokens_in: int
    tokens_out: int
    cost: float


class ChangedRow(NamedTuple):
    """revision: as the turn found it; None of now: the row is gone."""

    item_id: int
    name: str
    revision: int
    revision_of_now: int | None


@dataclass(frozen=True)
class Comparison:
    """is_same: bit for bit, but for times. parts: of the outcomes, those that differ.

    words: of the later answer, with what is gone. sources: as citations name them.
    nodes: the path of each run, with its costs. costs: US dollars of each. afterwards:
    (name, before, now) of what models did after the answer, in words.
    """

    parts: Sequence[str]
    words: Sequence[Words]
    sources_gone: Sequence[str]
    sources_new: Sequence[str]
    nodes: tuple[Sequence[NodeCost], Sequence[NodeCost]]
    costs: tuple[float, float]
    afterwards: Sequence[tuple[str, str, str]] = ()

    @property
    def is_same(self) -> bool:
        return not self.parts


def compare(before: Outcome, after: Outcome) -> Comparison:
    sources, sources_of_now = _sources(before), _sources(after)
    return Comparison(
        parts=[name for name in before if before[name] != after[name]],
        words=_words(before["answer"]["text"], after["answer"]["text"]),
        sources_gone=[source for source in sources if source not in sources_of_now],
        sources_new=[source for source in sources_of_now if source not in sources],
        nodes=(node_costs(before["nodes"]), node_costs(after["nodes"])),
        costs=(_cost(before), _cost(after)),
        afterwards=_afterwards(before, after),
    )


def node_costs(nodes: Iterable[Mapping[str, Any]]) -> list[NodeCost]:
    """The nodes of a turn; each one's trace holds the dollars of the turn so far."""
    costs, so_far = [], 0.0
    for node in nodes:
        trace = node.get("metadata", {})
        tokens, total = trace.get("tokens", {}), trace.get("cost_usd", so_far)
        own_cost = round(total - so_far, 6)
        costs.append(
            NodeCost(node["node"], tokens.get("in", 0), tokens.get("out", 0), own_cost)
        )
        so_far = total
    return costs


def changed_rows(content: Mapping[str, Any]) -> list[ChangedRow]:
    """Rows that the recorded search has brought and that have been changed since."""
    recorded = recorded_rows(content)
    rows = Item.objects.filter(pk__in=recorded)
    revisions = dict(rows.values_list("pk", "revision"))
    return [
        ChangedRow(item_id, name, revision, revisions.get(item_id))
        for item_id, (name, revision) in recorded.items()
        if revisions.get(item_id) != revision
    ]


def recorded_rows(content: Mapping[str, Any]) -> dict[int, tuple[str, int]]:
    """(name, revision) by id of the rows that the recorded search has brought."""
    rows: dict[int, tuple[str, int]] = {}
    for key, answers in content["answers"].items():
        if not key.startswith(SEARCHES):
            continue
        for answer in map(decode, answers):
            for passage in getattr(answer, "passages", answer):
                row = passage["metadata"]
                if row["item_id"] > 0:  # sections of documents have others
                    rows[row["item_id"]] = (row["item_name"], row["revision"])
    return rows


def _words(before: str, after: str) -> list[Words]:
    old, new = _WORD.findall(before), _WORD.findall(after)
    words = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind == "equal":
            words.append(Words("same", "".join(new[new_from:new_to])))
            continue
        words.append(Words("gone", "".join(old[old_from:old_to])))
        words.append(Words("new", "".join(new[new_from:new_to])))
    return [run for run in words if run.text]


def _sources(outcome: Outcome) -> list[str]:
    """Row, field and quoted value of each citation, in the order of the answer."""
    citations = decode(outcome["answer"]["citations"])
    return [
        f"{citation['title']}, {citation['field_label']}: {citation['quote']}"
        for citation in citations
    ]


def _afterwards(before: Outcome, after: Outcome) -> list[tuple[str, str, str]]:
    lines, lines_of_now = afterwards.in_words(before), afterwards.in_words(after)
    return [(name, lines[name], lines_of_now.get(name, "")) for name in lines]


def _cost(outcome: Outcome) -> float:
    return float(outcome["metrics"]["cost_micros"]) / MICROS
