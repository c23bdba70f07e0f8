"""Everything is killed in turn while guests ask; nobody loses a word."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from apps.local_servers import paths

pytestmark = pytest.mark.slow

KILLS = 5


def test_it_loses_nothing_whatever_is_killed() -> None:
    drill = [sys.executable, "-m", "benchmarks.turns.kill_drill", "--kills", str(KILLS)]
    drill_run = subprocess.run(
        [*drill, "--seed", "4"],
        cwd=paths.PROJECT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert drill_run.returncode == 0, drill_run.stdout + drill_run.stderr
    report = json.loads(drill_run.stdout.splitlines()[-1])
    assert sum(report["killed"].values()) == KILLS
    assert report["questions"] > KILLS
    faults = ("lost", "duplicated", "reordered", "different")
    assert {name: report[name] for name in faults} == dict.fromkeys(faults, 0)
