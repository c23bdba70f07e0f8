"""The script modules of the page, so that a browser fetches them in parallel."""

from __future__ import annotations

import posixpath
from functools import cache
from pathlib import Path

from django.conf import settings

from apps.infrastructure import patterns

STATIC = Path(settings.BASE_DIR) / "static"
ENTRY = "webchat/js/page.js"
IMPORT = patterns.compile(r'^import .* from "(?P<path>\.[./\w]+\.js)";$', "m")


@cache
def paths(entry: str = ENTRY) -> tuple[str, ...]:
    """What the entry imports, and what that imports, as paths of static files.

    Without this list, a browser learns of each module from the one before it: a round
    trip for each level, which a guest on a slow phone waits for.
    """
    modules: dict[str, None] = {}
    queue = [entry]
    while queue:
        path = queue.pop(0)
        if path not in modules:
            modules[path] = None
            queue += _imports(path)
    return tuple(modules)


def _imports(path: str) -> list[str]:
    source = (STATIC / path).read_text(encoding="utf-8")
    folder = posixpath.dirname(path)
    return [
        posixpath.normpath(posixpath.join(folder, match["path"]))
        for match in IMPORT.finditer(source)
    ]
