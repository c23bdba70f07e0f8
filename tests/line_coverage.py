"""Pytest plugin: notes which lines the tests run, with `CONCIERGE_COVERAGE=1`.

Loaded with `-p tests.line_coverage` before any module of the project. A tracer on
Python 3.11 slows down every line of every library, too; SlipCover writes probes into
the modules of the project and nowhere else. Each process of the run leaves a data file
for `coverage combine`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from coverage import Coverage, CoverageData

PROJECT = Path(__file__).parents[1]
# A probe notes its line the first time; taking it out again would cost more.
NEVER_REMOVED = -1

_settings = Coverage(config_file=str(PROJECT / "pyproject.toml"))
_sources = [PROJECT / name for name in _settings.config.source or []]


def _start() -> Any:
    """Puts probes into every module of the project that is imported from now on."""
    import slipcover  # noqa: PLC0415 - a run without coverage does not need it

    recorder = slipcover.Slipcover(d_miss_threshold=NEVER_REMOVED)
    files = slipcover.FileMatcher(sources=_sources)
    slipcover.ImportManager(recorder, files).__enter__()
    return recorder


_recorder = _start() if os.environ.get("CONCIERGE_COVERAGE") else None


def pytest_unconfigure() -> None:
    if _recorder is None:
        return
    data = CoverageData(str(PROJECT / _settings.config.data_file), suffix=True)
    data.add_lines(_recorder.newly_seen)
    data.touch_files([str(path) for root in _sources for path in root.rglob("*.py")])
    data.write()
