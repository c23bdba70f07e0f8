"""Mallory hands in tables that unpack to gigabytes or hold broken cells."""

from __future__ import annotations

import io
import time
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from apps.properties.models import Property
from apps.staff.models import Delivery

SHEET = "xl/worksheets/sheet1.xml"
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'
MOST_SECONDS = 6.0
BROKEN_ROWS = [
    '<row r="2"><c r="A2"><v>abc</v></c></row>',
    '<row r="2"><c r="A2"><v>nan</v></c></row>',
    '<row r="2"><c r="A2" t="s"><v>99</v></c></row>',
    '<row r="2"><c r="A2" t="d"><v>zz</v></c></row>',
    '<row r="2"><c r="!!9"><v>1</v></c></row>',
    '<row r="x"><c r="A2"><v>1</v></c></row>',
]


@pytest.fixture
def keeper(sam: Client, sams_account: User) -> Client:
    """Sam, who may hand in tables, or Mallory with Sam's password."""
    sams_account.user_permissions.add(Permission.objects.get(codename="add_delivery"))
    return sam


def workbook(rows: str, **parts: str) -> bytes:
    """An XLSX file whose sheet holds these rows below the header `name`."""
    book = io.BytesIO()
    Workbook().save(book)
    sheet = (
        f'<worksheet xmlns="{NAMESPACE}"><sheetData>{HEADER}{rows}</sheetData>'
        "</worksheet>"
    )
    out = io.BytesIO()
    with (
        zipfile.ZipFile(book) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for part in source.namelist():
            is_sheet = part == SHEET
            target.writestr(part, sheet if is_sheet else source.read(part))
        for part, text in parts.items():
            target.writestr(part, text)
    return out.getvalue()


def page_after(keeper: Client, place: Property, name: str, content: bytes) -> str:
    file = SimpleUploadedFile(name, content)
    form = {"property": place.pk, "category": "restaurants", "file": file}
    answer: Any = keeper.post("/admin/import/", form, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()  # type: ignore[no-any-return]


@pytest.mark.parametrize("rows", BROKEN_ROWS)
def test_it_says_that_a_cell_cannot_be_read(
    keeper: Client, mohegan: Property, rows: str
) -> None:
    page = page_after(keeper, mohegan, "a.xlsx", workbook(rows))
    assert "holds a cell that cannot be read" in page
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ('<row r="2">' + '<c r="A2"/>' * 4_000_000 + "</row>", "far larger than"),
        ('<row r="2"/>' * 2_000_000, "far larger than"),
        ("<row/>" * 30_000, "at most 5000 rows"),
        ('<row><c r="A2"><v>1</v></c></row>' * 5001, "at most 5000 rows"),
        ('<row r="2"><c r="A2"><f t="shared" si="0">1</f></c></row>', "holds formulas"),
        ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', "at most 5000 rows"),
        (f'<row r="2"><c r="A2"><v>{"1" * 60_000_000}</v></c></row>', "far larger"),
    ],
    ids=["cells", "rows", "empty", "filled", "formulas", "corner", "bytes"],
)
def test_it_refuses_a_workbook_that_is_no_table_in_no_time(
    keeper: Client, mohegan: Property, rows: str, sentence: str
) -> None:
    content = workbook(rows)
    began = time.process_time()
    page = page_after(keeper, mohegan, "a.xlsx", content)
    assert sentence in page
    assert time.process_time() - began < MOST_SECONDS


def test_it_counts_the_bytes_of_every_part(keeper: Client, mohegan: Property) -> None:
    content = workbook("", **{"xl/media/image1.png": "0" * 60_000_000})
    assert "far larger" in page_after(keeper, mohegan, "a.xlsx", content)


def test_it_reads_no_more_bytes_than_a_part_declares(
    keeper: Client, mohegan: Property
) -> None:
    content = workbook("<row/>" * 10_000_000)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo(SHEET).file_size
    content = content.replace(size.to_bytes(4, "little"), (900).to_bytes(4, "little"))
    assert "not an XLSX file" in page_after(keeper, mohegan, "a.xlsx", content)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name\n" + "x\n" * 2_400_000, "at most 5000 rows"),
        ("name\n" + "\n" * 4_000_000, "at most 5000 rows"),
        (",".join(f"a{n}" for n in range(101)) + "\nx\n", "at most 100 columns"),
    ],
    ids=["filled", "empty", "columns"],
)
def test_it_stops_reading_a_text_that_is_too_long(
    keeper: Client, mohegan: Property, text: str, sentence: str
) -> None:
    content = text.encode()
    began = time.process_time()
    assert sentence in page_after(keeper, mohegan, "a.csv", content)
    assert time.process_time() - began < 1


def test_it_reads_an_honest_table_to_its_limits(
    keeper: Client, mohegan: Property
) -> None:
    row = '<row><c t="inlineStr"><is><t>Row</t></is></c>' + "<c><v>1</v></c>" * 30
    page = page_after(keeper, mohegan, "a.xlsx", workbook(f"{row}</row>" * 5000))
    assert "Several rows have the slug" in page
    [delivery] = Delivery.objects.all()
    assert len(delivery.rows) == 5000
