"""Files of a test stay in a folder of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from apps.documents import sandbox


@pytest.fixture(autouse=True)
def _media(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def read(tmp_path: Path) -> Any:
    def read(kind: str, content: bytes | str) -> dict[str, Any]:
        path = tmp_path / "file"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return sandbox.read(kind, path)

    return read
