"""Reads rows from a Google sheet, as a service account that may see it.

A tab is named like a kind of row, its first line names the columns, as in a file.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.conf import settings
from google.auth.exceptions import GoogleAuthError
from requests import RequestException

from apps.properties.models import Property
from apps.staff.intake import columns, receive
from apps.staff.models import Delivery

if TYPE_CHECKING:
    import gspread

# Names a delivery by what it holds: a sheet that has not changed is none.
SPACE = uuid.UUID("6f1c1c5e-5a3e-4a0e-9d4f-5d6b8f0a7c11")
API = "https://sheets.googleapis.com/v4/spreadsheets"


class SheetUnavailable(Exception):  # noqa: N818 - it says what the sheet is
    """It could not be read; the sentence is for staff."""


def is_on() -> bool:
    return bool(settings.GOOGLE_SHEETS_ID and settings.GOOGLE_SHEETS_CREDENTIALS)


def pull() -> list[Delivery]:
    """Takes every tab in that changed since the last time; the new deliveries.

    Raises SheetUnavailable.
    """
    slug = settings.GOOGLE_SHEETS_PROPERTY or settings.DEFAULT_PROPERTY
    place = Property.objects.filter(slug=slug).first()
    if place is None:
        raise SheetUnavailable(f"There is no property “{slug}”.")
    taken = []
    for category, rows in _tabs().items():
        key = uuid.uuid5(SPACE, f"{place.pk} {category} {rows}")
        delivery, is_new = receive.take(key, place, category, rows)
        if is_new:
            taken.append(delivery)
    return taken


def _tabs() -> dict[str, list[dict[str, Any]]]:
    """Rows by category; tabs of other names are somebody's notes."""
    import gspread  # noqa: PLC0415 - it takes a second to import

    try:
        book = _client().open_by_key(settings.GOOGLE_SHEETS_ID)
        tabs = [one for one in book.worksheets() if one.title in columns.CATEGORIES]
        return {one.title: _rows(one) for one in tabs}
    except gspread.exceptions.SpreadsheetNotFound as error:
        raise SheetUnavailable("The sheet is not there, or not shared.") from error
    except gspread.exceptions.GSpreadException as error:
        raise SheetUnavailable(f"The sheet could not be read: {error}") from error
    except PermissionError as error:
        raise SheetUnavailable("The account may not read the sheet.") from error
    except (GoogleAuthError, RequestException, OSError, ValueError) as error:
        raise SheetUnavailable(
            f"Google could not be asked: {type(error).__name__}."
        ) from error


def _rows(tab: gspread.Worksheet) -> list[dict[str, Any]]:
    """Lines without any cell are left out."""
    found = tab.get_all_records(numericise_ignore=["all"])
    return [row for row in found if any(str(cell).strip() for cell in row.values())]


def _client() -> gspread.Client:
    import gspread  # noqa: PLC0415

    class Elsewhere(gspread.HTTPClient):
        """The same client at another address."""

        def request(  # type: ignore[override]
            self, method: str, endpoint: str, **sent: Any
        ) -> Any:
            address = settings.GOOGLE_SHEETS_URL or API
            return super().request(method, endpoint.replace(API, address), **sent)

    return gspread.service_account(
        filename=settings.GOOGLE_SHEETS_CREDENTIALS,
        scopes=["https://www.googleapis.com/auth/spreadsheets.readonly"],
        http_client=Elsewhere,
    )
