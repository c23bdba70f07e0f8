"""A process that is forked has what no setting changes, and nothing of the run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import forked

LOADED = (*forked.LIBRARIES, forked.PRELOADED)
PROGRAM = f"""
import json, os, re, sys, threading
from django.conf import settings
print(json.dumps({{
    "missing": [name for name in {LOADED!r} if name not in sys.modules],
    "models": [name for name in sys.modules if re.match(r"apps\\..*models", name)],
    "has settings": settings.configured,
    "has a reactor": "twisted.internet.reactor" in sys.modules,
    "threads": threading.active_count(),
    "arguments": sys.argv[1:],
    "environment": dict(os.environ),
}}), flush=True)
sys.exit(3)
"""


def test_it_begins_like_a_program_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "forked_program.py").write_text(PROGRAM)
    monkeypatch.setenv("OF_THE_RUN", "1")
    log, environment = tmp_path / "log", {"PYTHONPATH": str(tmp_path), "A": "b"}
    log.write_text("of a program before")
    process = forked.start("forked_program", ["-p", "1"], environment, log)
    process.join(60)
    assert process.exitcode == 3
    assert json.loads(log.read_text()) == {
        "missing": [],
        "models": [],
        "has settings": False,
        "has a reactor": False,
        "threads": 1,
        "arguments": ["-p", "1"],
        "environment": environment,
    }
