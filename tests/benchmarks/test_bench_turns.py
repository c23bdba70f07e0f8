"""A developer measures turns, and sees where their processor time goes."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command

from apps.properties.models import Property
from benchmarks import history
from benchmarks.site import Site as BenchSite
from benchmarks.turns import component_profile, load
from tests import site as test_site
from tests.site import Site

YAMA = Path("/proc/sys/kernel/yama/ptrace_scope")
MAY_SAMPLE = os.geteuid() == 0 or not YAMA.exists() or YAMA.read_text().strip() == "0"


class SharedSite(BenchSite):
    """The site of the test run in place of one below `var/bench`."""

    def database(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(test_site.environment()["DATABASE_OWNER_URL"])


@pytest.fixture
def _measured_site(
    site: Site, resort: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def prepared(**variables: str) -> Iterator[BenchSite]:
        yield SharedSite(site.log.parent, variables)

    monkeypatch.setattr(load, "prepared", prepared)
    monkeypatch.setattr(load, "running", lambda _: nullcontext(site))
    monkeypatch.setattr(load, "WARM_UP_TURNS", 2)


def output(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("_measured_site")
def test_it_records_rounds_with_their_ratios_and_commit(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    options = ["--rounds", "2", "--seconds", "0.4", "--history", str(file)]
    printed = output("bench_turns", "--concurrency", "1,2", *options)
    assert re.search(r"guests 2 .* lost or broken 0", printed)
    assert len(re.findall(r"ratios: cpu [\d.]+  first token [\d.]+", printed)) == 2
    assert "lowest highest: first token ms" in printed
    recorded = json.loads(file.read_text())
    assert recorded["commit"] == history.commit() != ""
    for guests, row in zip((1, 2), recorded["rows"], strict=True):
        assert (row["guests"], row["rounds"]) == (guests, 2)
        assert row["turns"] >= 2 * guests
        ratio = row["cpu_ms_per_turn"] / row["calibration_ms"]
        assert row["ratios"]["cpu"] == pytest.approx(ratio, rel=0.5)
        lowest, highest = row["lowest_highest"]["cpu_ms_per_turn"]
        assert 0 < lowest <= row["cpu_ms_per_turn"] <= highest


@pytest.mark.usefixtures("_measured_site")
def test_it_records_no_single_round(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    options = ["--seconds", "0.2", "--history", str(file), "--json"]
    row = json.loads(output("bench_turns", "--concurrency", "1", *options))
    assert row["turns"] >= 1
    assert not file.exists()


@pytest.mark.skipif(not MAY_SAMPLE, reason="this user may not read other processes")
@pytest.mark.usefixtures("_measured_site")
def test_it_shows_the_components_of_a_turn() -> None:
    printed = output("profile_turns", "--seconds", "6", "--guests", "2")
    lines = dict(re.findall(r"^(\S.*?)  +([\d.]+)%", printed, re.MULTILINE))
    assert {"LangGraph", "Django", "psycopg"} <= lines.keys()
    assert sum(map(float, lines.values())) == pytest.approx(100, abs=2)
    assert re.search(r"^a turn +[\d.]+ ms$", printed, re.MULTILINE)


@pytest.mark.usefixtures("_measured_site")
def test_it_says_why_it_cannot_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(CommandError, match="run `make setup`"):
        output("profile_turns", "--seconds", "1")


@pytest.mark.parametrize(
    ("frames", "name"),
    [
        (["run (/x/site-packages/langgraph/pregel/main.py:3)"], "LangGraph"),
        (["a (/x/site-packages/redis/client.py:9)", "b (re2.py:1)"], "Redis"),
        (["a (/x/redis/site-packages/yaml/client.py:9)"], "the rest"),
    ],
)
def test_it_counts_a_sample_for_the_innermost_component(
    frames: list[Any], name: str
) -> None:
    assert component_profile.component(frames) == name
