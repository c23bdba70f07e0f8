"""Imports rows from a Google sheet that is shared with a service account.

A tab is named after a kind of row; its first line names the columns, as in a file.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.conf import settings
from google.auth.exceptions import GoogleAuthError
from requests import RequestException

from apps.properties.models import Property
from apps.staff.intake import columns, deliveries
from apps.staff.models import Delivery

if TYPE_CHECKING:
    import gspread

NAMESPACE = uuid.UUID("6f1c1c5e-5a3e-4a0e-9d4f-5d6b8f0a7c11")
API = "https://sheets.googleapis.com/v4/spreadsheets"


class SheetUnavailable(Exception):  # noqa: N818 - named for what the sheet is
    """The sheet could not be read; the message tells staff why."""


def is_configured() -> bool:
    return bool(settings.GOOGLE_SHEETS_ID and settings.GOOGLE_SHEETS_CREDENTIALS)


def pull() -> list[Delivery]:
    """Import every tab that differs from its last import; returns the new deliveries.

    Raises SheetUnavailable.
    """
    slug = settings.GOOGLE_SHEETS_PROPERTY or settings.DEFAULT_PROPERTY
    place = Property.objects.filter(slug=slug).first()
    if place is None:
        raise SheetUnavailable(f"There is no property “{slug}”.")
    pulled = [_pull_tab(place, category, rows) for category, rows in _tabs().items()]
    return [delivery for delivery in pulled if delivery is not None]


def _pull_tab(
    place: Property, category: str, rows: list[dict[str, Any]]
) -> Delivery | None:
    """The new delivery; None when the tab has not changed since the last one."""
    last = Delivery.objects.filter(
        property=place, category=category, origin=Delivery.Origin.SHEET
    ).first()
    if last is not None and last.rows == rows:
        return None
    # Two processes that pull the same change make one delivery.
    last_id = last.pk if last else ""
    delivery_id = uuid.uuid5(NAMESPACE, f"{place.pk} {category} {last_id} {rows}")
    delivery, is_new = deliveries.receive(
        delivery_id, place, category, rows, Delivery.Origin.SHEET
    )
    return delivery if is_new else None


def _tabs() -> dict[str, list[dict[str, Any]]]:
    """Rows by category; tabs with other names are ignored."""
    import gspread  # noqa: PLC0415 - it takes a second to import

    try:
        book = _client().open_by_key(settings.GOOGLE_SHEETS_ID)
        tabs = [tab for tab in book.worksheets() if tab.title in columns.CATEGORIES]
        return {tab.title: _rows(tab) for tab in tabs}
    except gspread.exceptions.SpreadsheetNotFound as error:
        raise SheetUnavailable("The sheet does not exist or is not shared.") from error
    except gspread.exceptions.GSpreadException as error:
        raise SheetUnavailable(f"The sheet could not be read: {error}") from error
    except PermissionError as error:
        raise SheetUnavailable("The account may not read the sheet.") from error
    except (GoogleAuthError, RequestException, OSError, ValueError) as error:
        raise SheetUnavailable(
            f"Google could not be reached: {type(error).__name__}."
        ) from error


def _rows(tab: gspread.Worksheet) -> list[dict[str, Any]]:
    """Empty lines are left out."""
    records = tab.get_all_records(numericise_ignore=["all"])
    return [row for row in records if any(str(cell).strip() for cell in row.values())]


def _client() -> gspread.Client:
    import gspread  # noqa: PLC0415

    class ConfiguredClient(gspread.HTTPClient):
        """Sends its requests to `GOOGLE_SHEETS_URL`."""

        def request(  # type: ignore[override]
            self, method: str, endpoint: str, **options: Any
        ) -> Any:
            base_url = settings.GOOGLE_SHEETS_URL or API
            return super().request(method, endpoint.replace(API, base_url), **options)

    return gspread.service_account(
        filename=settings.GOOGLE_SHEETS_CREDENTIALS,
        scopes=["https://www.googleapis.com/auth/spreadsheets.readonly"],
        http_client=ConfiguredClient,
    )
