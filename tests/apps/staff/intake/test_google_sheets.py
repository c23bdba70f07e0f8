"""Staff keep rows in a Google sheet; a fake of the API listens on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pytest_django import Settings

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from apps.staff import tasks
from apps.staff.intake import deliveries, google_sheets
from apps.staff.models import Delivery
from tests.fakes.loopback import Loopback, loopback

BOOK = "/v4/spreadsheets/sheet-1"
HEAD = ["name", "cuisine", "price_band", "status", "hours"]


@pytest.fixture
def sheet(settings: Settings, tmp_path: Path, mohegan: Property) -> Iterator[Loopback]:
    with loopback() as fake:
        fake.answers["/token"] = (200, {"access_token": "t", "expires_in": 3600})
        tabs = [_tab(0, "restaurants"), _tab(1, "Notes")]
        fake.answers[BOOK] = (200, {"properties": {"title": "Rows"}, "sheets": tabs})
        fill(fake, ["Ballo", "Italian", "3", "Live", "wed-sun 17:00-22:00"])
        settings.GOOGLE_SHEETS_ID = "sheet-1"
        settings.GOOGLE_SHEETS_CREDENTIALS = str(_key(tmp_path, fake.url))
        settings.GOOGLE_SHEETS_URL = f"{fake.url}/v4/spreadsheets"
        settings.GOOGLE_SHEETS_PROPERTY = mohegan.slug
        yield fake


def fill(fake: Loopback, *rows: list[str]) -> None:
    """The cells of the tab of restaurants."""
    cells = {"range": "restaurants!A1:E9", "values": [HEAD, *rows]}
    body: dict[str, Any] = {**cells, "majorDimension": "ROWS"}
    fake.answers[f"{BOOK}/values"] = (200, body)


def _tab(number: int, title: str) -> dict[str, Any]:
    grid = {"rowCount": 9, "columnCount": 5}
    name = {"sheetId": number, "title": title, "index": number}
    return {"properties": {**name, "sheetType": "GRID", "gridProperties": grid}}


def _key(folder: Path, url: str) -> Path:
    """A service account whose tokens the fake gives out."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    account = {
        "type": "service_account",
        "client_email": "desk@example.test",
        "private_key": pem.decode(),
        "token_uri": f"{url}/token",
    }
    file = folder / "account.json"
    file.write_text(json.dumps(account))
    return file


def test_a_row_of_the_sheet_is_a_row_of_the_catalog(sheet: Loopback) -> None:
    assert tasks.pull_sheet() == "1 tab has changed."
    delivery = Delivery.objects.get()
    deliveries.apply(delivery.pk)
    row = Restaurant.objects.get()
    assert (row.name, row.price_band, row.hours.count()) == ("Ballo", 3, 5)


def test_only_a_sheet_that_changed_is_a_delivery(sheet: Loopback) -> None:
    assert len(google_sheets.pull()) == 1
    assert google_sheets.pull() == []
    fill(sheet, ["Ballo", "Greek", "3", "Live", ""], ["", "", "", "", ""])
    [again] = google_sheets.pull()
    assert [row["cuisine"] for row in again.rows] == ["Greek"]


def test_it_imports_a_tab_that_is_changed_back(sheet: Loopback) -> None:
    for cuisine in ("Italian", "Greek", "Italian"):
        fill(sheet, ["Ballo", cuisine, "3", "Live", ""])
        [delivery] = google_sheets.pull()
        deliveries.apply(delivery.pk)
        assert Restaurant.objects.get().cuisine == cuisine


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_sheet_that_cannot_be_read_is_told_in_words(
    sheet: Loopback, status: int
) -> None:
    sheet.answers = {"/token": sheet.answers["/token"]}
    sheet.answers[BOOK] = (status, {"error": {"code": status, "message": "no"}})
    with pytest.raises(google_sheets.SheetUnavailable):
        google_sheets.pull()
    assert "sheet" in tasks.pull_sheet()
    assert not Delivery.objects.exists()


def test_without_settings_nobody_is_asked(sheet: Loopback, settings: Settings) -> None:
    settings.GOOGLE_SHEETS_ID = ""
    assert tasks.pull_sheet() == "No sheet is configured."
    assert sheet.requests == []
