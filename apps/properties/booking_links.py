"""Links to book with: templates that staff enter, filled with what a guest has said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from django.core.exceptions import ValidationError
from django.db import models

from apps.infrastructure import patterns
from apps.properties import websites

BLANKS = ("date", "party", "slug", "name")
# Stands in for each blank when a template is checked as an address.
SAMPLE = "1"
HELP = (
    "Where guests book, as https://example.com/book?venue={slug}&day={date}&people="
    "{party}. Filled in: {date} as 2026-12-24, {party}, {slug}, {name}. A parameter "
    "whose value is not known is left out."
)
FOR_ALL = f"{HELP} For restaurants, shows and rooms that have none of their own."
_BLANK = patterns.compile(r"\{(\w*)\}")


if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


def is_template(value: str) -> None:
    """A validator: a web address whose blanks are known ones."""
    for blank in _BLANK.findall(value):
        if blank not in BLANKS:
            blanks = ", ".join(f"{{{name}}}" for name in BLANKS)
            raise ValidationError(f"“{{{blank}}}” is none of {blanks}.")
    websites.is_web_address(_BLANK.sub(SAMPLE, value))
    before_query = value.partition("?")[0]
    if "{date}" in before_query or "{party}" in before_query:
        raise ValidationError("{date} and {party} belong behind the question mark.")


def fill(template: str, values: dict[str, str]) -> str:
    """The address with its blanks filled; empty for no template.

    values: by the name of a blank; parameters with an empty one are left out.
    """
    if not template:
        return ""
    parts = urlsplit(template)
    parameters = [
        (name, _filled(text, values))
        for name, text in parse_qsl(parts.query, keep_blank_values=True)
        if all(values.get(blank) for blank in _BLANK.findall(text))
    ]
    quoted = {name: quote(value, safe="") for name, value in values.items()}
    path = _filled(parts.path, quoted)
    return urlunsplit(parts._replace(path=path, query=urlencode(parameters)))


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


class BookingLinkField(_Text):
    """A template, empty where nobody books."""

    default_validators = [is_template]

    def __init__(self, *args: Any, **options: Any) -> None:
        empty = {"blank": True, "default": "", "db_default": ""}
        super().__init__(*args, **{"max_length": 500, **empty, **options})
