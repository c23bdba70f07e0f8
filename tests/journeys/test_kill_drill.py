"""Everything is killed in turn while guests ask; nobody loses a word."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from apps.local_servers import paths

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("kills", "webs"), [(3, 2), pytest.param(20, 3, marks=pytest.mark.nightly)]
)
def test_it_loses_nothing_whatever_is_killed(
    kills: int, webs: int, filled_copy: Path
) -> None:
    drill = [sys.executable, "-m", "benchmarks.turns.kill_drill", "--kills", str(kills)]
    drill += ["--webs", str(webs)]
    drill_run = subprocess.run(
        [*drill, "--seed", "5", "--folder", filled_copy],
        cwd=paths.PROJECT,
        capture_output=True,
        text=True,
        timeout=240 + 6 * kills,
        check=False,
    )
    assert drill_run.returncode == 0, drill_run.stdout + drill_run.stderr
    report = json.loads(drill_run.stdout.splitlines()[-1])
    assert sum(report["killed"].values()) == kills
    assert report["questions"] > kills
    faults = ("lost", "duplicated", "reordered", "different")
    assert {name: report[name] for name in faults} == dict.fromkeys(faults, 0)
