"""Prints the README's configuration table from the settings' own comments."""

from __future__ import annotations

import inspect
from typing import Any

from django.core.management.base import BaseCommand

from apps.infrastructure import patterns
from concierge_project import settings
from concierge_project.settings import (
    content_sources,
    guest_requests,
    limits,
    mail,
    models,
    notifications,
    shared_files,
    single_sign_on,
    text_messages,
)

# The modules with settings that the environment sets, in the order of the table.
MODULES = (
    settings,
    content_sources,
    limits,
    models,
    text_messages,
    guest_requests,
    mail,
    notifications,
    shared_files,
    single_sign_on,
)
# One or more `# : text` lines, then the assignment that reads the variable.
ENTRY = patterns.compile(
    r"^(?P<text>(?:# : .+\n)+)"
    r"\w+[^=]*=[^\"]*?env\.\w+\(\s*\"(?P<name>\w+)\"(?:,\s*default=(?P<default>[^)]*))?",
    "m",
)


class Command(BaseCommand):
    help = "Prints the configuration table of the README."

    def handle(self, **_: Any) -> None:
        self.stdout.write(table())


def table() -> str:
    """Markdown rows of every documented variable: name, default, meaning."""
    source = "\n".join(inspect.getsource(module) for module in MODULES)
    rows = [
        f"| `{entry['name']}` | {_default(entry['default'])} | {_text(entry['text'])} |"
        for entry in ENTRY.finditer(source)
    ]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def _default(raw: str | None) -> str:
    literal = (raw or "").partition("], cast=")[0]
    value = " ".join(literal.split()).rstrip(",").strip('"')
    if value == "IS_PRODUCTION":
        return "on in production"
    if value.startswith("str(") or not value or value in ("[", "[]", "{}"):
        return "`var/`" if value.startswith("str(") else "empty"
    return f"`{value.strip('[]').replace(chr(34), '')}`"


def _text(raw: str) -> str:
    lines = (line.removeprefix("# : ") for line in raw.splitlines())
    return " ".join(lines)
