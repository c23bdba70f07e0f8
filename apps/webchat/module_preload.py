"""The script modules of the page, so that a browser fetches them side by side."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings

from apps.infrastructure import patterns

FOLDER = Path(settings.BASE_DIR) / "static" / "webchat" / "js"
IMPORT = patterns.compile(r'^import .* from "\./(?P<name>\w+\.js)";$', "m")


@cache
def needed(entry: str = "page.js") -> tuple[str, ...]:
    """What the entry imports, and what that imports, as paths of static files.

    Without being told, a browser learns of each module from the one before it: a round
    trip for every storey, which a guest on a slow phone waits for.
    """
    found: dict[str, None] = {}
    todo = [entry]
    while todo:
        name = todo.pop(0)
        if name not in found:
            found[name] = None
            todo += IMPORT.findall((FOLDER / name).read_text(encoding="utf-8"))
    return tuple(f"webchat/js/{name}" for name in found)
