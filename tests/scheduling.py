"""Which files of tests one of the runs side by side takes together.

Each run starts a site once, for all of its files that ask for it. Few files ask for
some sites: together they start one, and on four runs three.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

ROOT = Path(__file__).resolve().parents[1]
RARE_SITES = ("keyed_site", "site_on_either")


class RareSitesTogether(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return scope_of(super()._split_scope(nodeid))


@functools.cache
def scope_of(path: str) -> str:
    """The rare site that the file names, or the file's path below the project."""
    text = (ROOT / path).read_text("utf-8")
    return next((name for name in RARE_SITES if f"{name}: " in text), path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadfile":
        return None
    return RareSitesTogether(config, log)
