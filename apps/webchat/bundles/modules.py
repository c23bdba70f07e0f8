"""Puts ES modules into one, in the order in which they need each other.

The modules are what the browser would load; nothing is built or installed. Each becomes
a function whose result holds what it exports. Modules that are imported on demand stay
files of their own.
"""

from __future__ import annotations

import posixpath
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

from apps.infrastructure import patterns

STATIC = Path(settings.BASE_DIR) / "static"
IMPORT = patterns.compile(
    r'^import \{(?P<names>[^}]*)\} from "(?P<path>\.[./\w]+\.js)";$', "m"
)
# A module that may be fetched again has a query string: "`./part.js${query}`".
ON_DEMAND = patterns.compile(r"\bimport\((?P<quote>[\"`])(?P<path>\.[./\w]+\.js)")
EXPORT = patterns.compile(
    r"^export (?P<declaration>(?:async )?(?:function|class|const) (?P<name>\w+))", "m"
)
# Lines that only say something to a reader: a fifth of what a phone would load.
COMMENT = patterns.compile(r"^[ \t]*(?://[^\n]*|/\*\*[^\n]*\*/)\n", "m")
# Other ways to import and export, which would be lost.
LEFT_OVER = patterns.compile(r"^(?:import\b[^(.]|export\b)", "m")


class NotBundled(Exception):  # noqa: N818 - it names the module
    """A module imports or exports in a way that is not understood here."""


def bundle(entry: str) -> str:
    """The entry and all that it imports, as the text of one module.

    entry: the path of a static file, such as `webchat/js/page.js`. Raises NotBundled.
    """
    numbers: dict[str, int] = {}
    return "\n".join(_modules(entry, numbers, ()))


def paths(entry: str) -> tuple[str, ...]:
    """The static files that a bundle is made of; the entry comes last."""
    numbers: dict[str, int] = {}
    list(_modules(entry, numbers, ()))
    return tuple(numbers)


def _modules(path: str, numbers: dict[str, int], above: tuple[str, ...]) -> list[str]:
    """The texts of a module, and before it of those that it needs and are not there."""
    if path in numbers:
        return []
    if path in above:
        raise NotBundled(f"{path} imports itself over {above[-1]}")
    source = (STATIC / path).read_text(encoding="utf-8")
    texts: list[str] = []
    for match in IMPORT.finditer(source):
        needed = _resolved(match["path"], path)
        texts += _modules(needed, numbers, (*above, path))
    numbers[path] = len(numbers)
    return [*texts, _as_function(source, path, numbers)]


def _as_function(source: str, path: str, numbers: dict[str, int]) -> str:
    exported = [match["name"] for match in EXPORT.finditer(source)]

    def imported(match: patterns.Match) -> str:
        names = match["names"].replace(" as ", ": ")
        return f"const {{{names}}} = m{numbers[_resolved(match['path'], path)]};"

    def on_demand(match: patterns.Match) -> str:
        return f"import({match['quote']}{static(_resolved(match['path'], path))}"

    body = ON_DEMAND.sub(on_demand, IMPORT.sub(imported, source))
    body = EXPORT.sub(lambda match: match["declaration"], COMMENT.sub("", body))
    if LEFT_OVER.search(body):
        raise NotBundled(f"{path} imports or exports in another way")
    returned = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"const m{numbers[path]} = (() => {{\n{body}{returned}}})();\n"


def _resolved(path: str, importer: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))
