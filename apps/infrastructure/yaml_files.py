"""Reads the project's YAML files, with libyaml where it is there: ten times as fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(path: Path) -> Any:
    """Plain values. Raises yaml.YAMLError, OSError and UnicodeDecodeError."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506
