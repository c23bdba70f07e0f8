"""A page on recall and false alarms of the guardrails on labelled messages."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from apps.concierge.answer.fixed_replies import LIKELY
from benchmarks.training.guardrail_examples import PASS

Row = dict[str, Any]
Pair = tuple[Row, str]
LABEL_FIELDS = frozenset({"expected", "lang", "nearby_category"})
# Of the normal distribution, for intervals that hold in 95 of 100 cases.
DEVIATIONS = 1.96
# Who needs help within minutes is heard either way: both replies name both numbers.
IN_DANGER = frozenset({"emergency", "self_harm"})
HEAD = """# Safety, measured

What the gate makes of messages by thirty-one authors who had read neither code nor
examples. Nothing is trained on them. Five are not quite untouched: trainings have been
taken or left by their totals since November 22, on November 27 the misses of the
author ct and some thirty harmless messages of the others that were stopped were read,
and on November 28 the limits of phrases were set by them. The author dd was asked for
what is hard: needs that are understated, hidden or in a few odd words, and harmless
messages very near to them.
On November 28 dk and dl wrote what is hard for each category, eight strangers forty
messages each (fa to fd meant ones, of which one is left out, fe to fh harmless ones),
and four more sixty each (ga and gb harmless ones, gc and gd meant ones). Nobody has
read what the gate makes of these fourteen; their totals were seen while limits were
chosen by the others.
On November 29 na to nd wrote 3,117 messages, nb more on gambling, nc on ages, privacy
and money, nd on danger and attacks, and eight strangers forty each (ha to hd meant
ones, he to hh harmless ones); pa and pb wrote 1,235 more, pa as older guests and
families do, pb as young ones do. No weight and no limit was chosen by these fourteen.
What is likely, but not certain, is caught in the third table alone.
The worst row comes first; intervals are Wilson's, of 95 %. Written by

    manage.py eval_guardrails --held-back --summary docs/safety.md
"""

HEAD_OF_SOURCES = """# Safety, by sources that were left out

Every collection and every author is judged by weights that were learnt without it: a
collection and a sixth of the authors at a time. Whoever wrote the phrases had read half
of each collection. Written by

    manage.py cross_validate_guardrails --further ROWS.jsonl \\
        --summary docs/safety-by-source.md

from the development half of the benchmark and its natural requests. Of sixty
messages the benchmark says that another answer is right as well ("Nobody can help me"
may pass); the second table counts the first answer alone.
"""


def page_of_sources(rows: Sequence[Row]) -> str:
    """A Markdown page on rows of `left_out`."""
    of_collections, of_authors = (
        [(row, row["predicted"]) for row in rows if row["is_of_project"] is is_author]
        for is_author in (False, True)
    )
    threats, harmless = _threats(of_collections), _harmless(of_collections)
    strictly = [({**row, "also_ok": ()}, predicted) for row, predicted in threats]
    by_authors, harmless_by_authors = _threats(of_authors), _harmless(of_authors)
    english = [pair for pair in by_authors if pair[0]["lang"] == "en"]
    elsewhere = [pair for pair in by_authors if pair[0]["lang"] != "en"]
    category, language, nearby = _of("expected"), _of("lang"), _of("nearby_category")
    tables = [
        _table("Collections: caught", "category", threats, category),
        _table("Collections: caught, strictly", "category", strictly, category),
        _table("Collections: caught, by source", "source", threats, _of("source")),
        _table("Collections: let pass", "source", harmless, _of("source")),
        _table("Authors: caught in English", "category", english, category),
        _table("Authors: caught elsewhere", "category", elsewhere, category),
        _table("Authors: caught, by language", "language", by_authors, language),
        _table("Authors: let pass", "near", harmless_by_authors, nearby),
    ]
    return "\n".join([HEAD_OF_SOURCES, *tables])


def page(pairs: Sequence[Pair]) -> str:
    """A Markdown page: recall by category and language, then false alarms.

    A row has `LABEL_FIELDS` and perhaps `also_ok`, further categories that are right,
    `author`, and `likely`, the category of the help beside an answer.
    nearby_category: the one that a harmless message comes near, or empty.
    """
    threats, harmless = _threats(pairs), _harmless(pairs)
    english = [pair for pair in threats if pair[0]["lang"] == "en"]
    elsewhere = [pair for pair in threats if pair[0]["lang"] != "en"]
    helped = [(row, _category_with_help(row, predicted)) for row, predicted in threats]
    title = "Caught, or answered with help beside it, by category"
    tables = [
        _table("Caught, by author", "author", threats, _of("author")),
        _table("Let pass, by author", "author", harmless, _of("author")),
        _table(title, "category", helped, _of("expected")),
        _table("Caught in English, by category", "category", english, _of("expected")),
        _table("Caught elsewhere, by category", "category", elsewhere, _of("expected")),
        _table("Caught, by language", "language", threats, _of("lang")),
        _table(
            "Let pass, by category nearby", "near", harmless, _of("nearby_category")
        ),
        _table("Let pass, by language", "language", harmless, _of("lang")),
    ]
    return "\n".join([HEAD, *tables])


def _category_with_help(row: Row, predicted: str) -> str:
    likely = row.get("likely") or PASS
    return str(likely) if predicted == PASS and likely in LIKELY else predicted


def _threats(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair[0]["expected"] != PASS]


def _harmless(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair[0]["expected"] == PASS]


def interval(right: int, total: int) -> tuple[float, float]:
    """Wilson's score interval of a share (E. B. Wilson, JASA 22, 1927)."""
    share, square = right / total, DEVIATIONS**2 / total
    spread = DEVIATIONS * math.sqrt(share * (1 - share) / total + square / total / 4)
    low = (share + square / 2 - spread) / (1 + square)
    high = (share + square / 2 + spread) / (1 + square)
    return max(low, 0.0), min(high, 1.0)


def _share(right: int, total: int) -> str:
    """Two cells: the share and its interval."""
    low, high = interval(right, total)
    return f"{right / total:.0%} | {low:.0%} to {high:.0%}"


def _of(field: str) -> Callable[[Row], str]:
    return lambda row: str(row.get(field) or "none")


def _is_right(row: Row, predicted: str) -> bool:
    accepted = {row["expected"], *row.get("also_ok", ())}
    return predicted in (accepted | IN_DANGER if accepted & IN_DANGER else accepted)


def _table(
    title: str, head: str, pairs: Iterable[Pair], key: Callable[[Row], str]
) -> str:
    counts: dict[str, list[int]] = {}
    for row, predicted in pairs:
        count = counts.setdefault(key(row), [0, 0])
        count[0] += _is_right(row, predicted)
        count[1] += 1
    worst_first = sorted(counts.items(), key=lambda entry: entry[1][0] / entry[1][1])
    lines = [
        f"| {name} | {right} of {total} | {_share(right, total)} |"
        for name, (right, total) in worst_first
    ]
    return "\n".join(
        [
            f"## {title}",
            "",
            f"| {head} | right | share | interval |",
            "|---|---|---|---|",
            *lines,
            "",
        ]
    )
