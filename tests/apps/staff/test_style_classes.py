"""Unfold's style sheet holds the classes that it uses itself, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

CLASSES = re.compile(r'(?<![:\w-])class="([^"]*)"')
TEMPLATE_TAGS = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
# Marks for scripts and tests.
WITHOUT_STYLE = {"rq-links", "rq-words"}


def selector_of(name: str) -> str:
    """Of “md:flex” it is “.md\\:flex”."""
    return "." + re.sub(r"([^\w-])", r"\\\1", name)


def test_every_class_of_the_staffs_pages_has_a_rule() -> None:
    unfold = Path(str(finders.find("unfold/css/styles.css")))
    own = Path(settings.BASE_DIR, "static").glob("*/css/*.css")
    rules = "".join(path.read_text() for path in (unfold, *own))
    pages = (Path(settings.BASE_DIR) / "templates" / "admin").rglob("*.html")
    missing = {
        (path.name, name)
        for path in pages
        for value in CLASSES.findall(TEMPLATE_TAGS.sub(" ", path.read_text()))
        for name in value.split()
        # Of “ops-{{ level }}” the beginning is left.
        if not name.endswith("-") and selector_of(name) not in rules
    }
    assert {pair for pair in missing if pair[1] not in WITHOUT_STYLE} == set()
