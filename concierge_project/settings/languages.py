"""The languages of the guest page: English, and those that somebody has translated."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO

# Read before those of other packages, which mean other things by words of the page.
FOLDER = Path("apps/webchat/locale")


def offered(folder: Path) -> list[tuple[str, str]]:
    """(code, own name) of English and of each language with a compiled file."""
    codes = sorted(path.parent.parent.name for path in folder.glob("*/*/django.mo"))
    return [(code, _own_name(code)) for code in ("en", *codes)]


def _own_name(code: str) -> str:
    name: str = LANG_INFO[code]["name_local"]
    return name[0].upper() + name[1:]
