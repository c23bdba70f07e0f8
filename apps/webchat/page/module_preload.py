"""The script modules of the page, so that a browser fetches them in parallel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings

from apps.infrastructure import patterns

FOLDER = Path(settings.BASE_DIR) / "static" / "webchat" / "js"
IMPORT = patterns.compile(r'^import .* from "\./(?P<name>\w+\.js)";$', "m")


@cache
def paths(entry: str = "page.js") -> tuple[str, ...]:
    """All modules that the entry imports, at any depth, as paths of static files.

    Without preloading, a browser learns of each module from the one that imports it: a
    round trip for every level, which a guest on a slow phone waits for.
    """
    names: dict[str, None] = {}
    queue = [entry]
    while queue:
        name = queue.pop(0)
        if name not in names:
            names[name] = None
            queue += IMPORT.findall((FOLDER / name).read_text(encoding="utf-8"))
    return tuple(f"webchat/js/{name}" for name in names)
