"""Columns of the lists and read-only lines of the forms."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from unfold.decorators import display

from apps.catalog import hours_words
from apps.catalog.models import Item
from apps.desk.admin import index_state, standing

UNKNOWN = "No hours are known."


class Columns:
    """What an item's list and form compute from its rows."""

    @display(description="Status", ordering="status", label=standing.COLOURS)
    def standing(self, item: Item) -> str:
        return standing.of(item, timezone.now())

    @display(description="Open now")
    def open_now(self, item: Item) -> str:
        return hours_words.say_state(item, timezone.now()) or "-"

    @display(description="Index", ordering="index_state", label=index_state.COLOURS)
    def index(self, item: Item) -> tuple[str, str]:
        state: str = getattr(item, "index_state", "off")
        at: datetime | None = getattr(item, "indexed_at", None)
        age = f", {_first_unit(at)} ago" if at and state == "ready" else ""
        return state, f"{index_state.WORDS[state]}{age}"

    @display(description="Updated", ordering="updated_at")
    def updated(self, item: Item) -> str:
        return f"{_first_unit(item.updated_at)} ago"

    @display(description="Hours in words")
    def hours_in_words(self, item: Item) -> str | SafeString:
        if not item.pk:
            return "They appear here once the row is saved."
        lines = [
            hours_words.say_week(item) or UNKNOWN,
            *hours_words.say_exceptions(item, timezone.now()),
        ]
        return _paragraphs(lines)

    @display(description="Next fourteen days")
    def coming_days(self, item: Item) -> str | SafeString:
        if not (item.pk and item.hours.all()):
            return "-"
        return _paragraphs(hours_words.say_coming_days(item, timezone.now()))


def _paragraphs(lines: list[str]) -> SafeString:
    return format_html_join("", "<p>{}</p>", ((line,) for line in lines))


def _first_unit(moment: datetime) -> str:
    return timesince(moment, depth=1).replace("\xa0", " ")
