"""Computed columns of the lists, and read-only fields of the forms."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from unfold.decorators import display

from apps.catalog.hours import formatting
from apps.catalog.models import Item
from apps.staff.admin.catalog import row_status
from apps.staff.admin.catalog.list_filters import CONFIRM_AGAIN
from apps.staff.citations import counts
from apps.staff.playground import trial_link

REVIEW_COLOURS = {"due": "danger", "later": "info"}
CONFIRMATION_COLOURS = {"never": "warning", "old": "danger", "fresh": "success"}


class ItemColumns:
    """What the list and the form of an item compute from its rows."""

    @display(
        description="Status", ordering="status", label=row_status.PUBLICATION_COLOURS
    )
    def publication_status(self, item: Item) -> str:
        return row_status.publication_status(item, timezone.now())

    @display(description="Open now")
    def open_now(self, item: Item) -> str:
        return formatting.say_state(item, timezone.now()) or "-"

    @display(
        description="Index", ordering="index_state", label=row_status.INDEX_COLOURS
    )
    def index_status(self, item: Item) -> tuple[str, str]:
        state: str = getattr(item, "index_state", "off")
        at: datetime | None = getattr(item, "indexed_at", None)
        age = f", {_first_unit(at)} ago" if at and state == "ready" else ""
        return state, f"{row_status.INDEX_LABELS[state]}{age}"

    @display(description="")
    def thumbnail(self, item: Item) -> str:
        if not item.picture:
            return ""
        return format_html(
            '<img src="{}" alt="{}" width="48" height="36" loading="lazy" '
            'class="rounded-default object-cover">',
            item.picture.url,
            item.picture_alt,
        )

    @display(description="Point to keep in sight")
    def picture_preview(self, item: Item) -> str:
        """The script of the form takes the point from where somebody presses it."""
        if not item.pk or not item.picture:
            return "Save a picture first."
        return format_html(
            '<span data-picture-focus class="inline-block relative">'
            '<img src="{}" alt="{}" class="cursor-crosshair" width="384"></span>',
            item.picture.url,
            item.picture_alt,
        )

    @display(description="Cited in 30 days")
    def citation_count(self, item: Item) -> int:
        return counts.by_item(timezone.now()).get(item.pk, 0)

    @display(description="Review by", ordering="review_by", label=REVIEW_COLOURS)
    def review_date(self, item: Item) -> str | tuple[str, str]:
        if item.review_by is None:
            return ""
        is_due = item.review_by <= timezone.localdate()
        return "due" if is_due else "later", f"{item.review_by}"

    @display(
        description="Confirmed", ordering="verified_at", label=CONFIRMATION_COLOURS
    )
    def confirmed(self, item: Item) -> tuple[str, str]:
        if item.verified_at is None:
            return "never", "never"
        is_old = item.verified_at < timezone.now() - CONFIRM_AGAIN
        return "old" if is_old else "fresh", f"{_first_unit(item.verified_at)} ago"

    @display(description="Last editor", ordering="editor_name")
    def last_editor(self, item: Item) -> str:
        return getattr(item, "editor_name", None) or "-"

    @display(description="Latest questions answered from this row")
    def latest_questions(self, item: Item) -> str | SafeString:
        if not item.pk:
            return "Questions appear here once guests have asked about the row."
        lines = [
            (
                trial_link.url(item.property_id, question.text),
                question.text,
                timesince(question.at),
            )
            for question in counts.latest_questions(item.pk)
        ]
        link = '<p><a class="underline" href="{}">{}</a>, {} ago</p>'
        return format_html_join("", link, lines) or "No answer has cited this row yet."

    @display(description="Updated", ordering="updated_at")
    def updated(self, item: Item) -> str:
        return f"{_first_unit(item.updated_at)} ago"

    @display(description="Hours in words")
    def hours_in_words(self, item: Item) -> str | SafeString:
        if not item.pk:
            return "The hours appear here once the row is saved."
        lines = [
            formatting.say_week(item) or "No hours are known.",
            *formatting.say_exceptions(item, timezone.now()),
        ]
        return _paragraphs(lines)

    @display(description="Next fourteen days")
    def coming_days(self, item: Item) -> str | SafeString:
        if not (item.pk and item.hours.all()):
            return "-"
        return _paragraphs(formatting.say_coming_days(item, timezone.now()))


def _paragraphs(lines: list[str]) -> SafeString:
    return format_html_join("", "<p>{}</p>", ((line,) for line in lines))


def _first_unit(moment: datetime) -> str:
    return timesince(moment, depth=1).replace("\xa0", " ")
