"""Mallory hands in tables that unpack to gigabytes or hold broken cells."""

from __future__ import annotations

import io
import os
import subprocess
import zipfile
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from apps.properties.models import Property
from apps.staff.intake.table_files import bounded_reader, files, workbooks
from apps.staff.models import Delivery

pytestmark = pytest.mark.slow

SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
TYPES = "[Content_Types].xml"
STRINGS_TYPE = (
    f'<Override PartName="/{STRINGS}" ContentType="application/vnd.openxmlformats-'
    'officedocument.spreadsheetml.sharedStrings+xml"/>'
)
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEADER = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'
# A slow machine takes a quarter of them; work that grows too fast takes minutes.
MOST_SECONDS = 24.0
# Tests whose time grows with a limit use this part of the limit and of the time.
PART = 4
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
    sam.get("/admin/import/")  # the first request imports the admin
    return sam


@pytest.fixture
def smaller_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [
        (files, "MOST_ROWS"),
        (files, "MOST_LINES"),
        (files, "MOST_CHARS"),
        (workbooks, "MAX_ELEMENTS"),
    ]
    for module, name in limits:
        monkeypatch.setattr(module, name, getattr(module, name) // PART)
    # A child process would have the usual ones.
    monkeypatch.setattr(bounded_reader, "read", files.read)


def processor_seconds() -> float:
    """Of this process and of the children that have read its files."""
    times = os.times()
    own_seconds = times.user + times.system
    return own_seconds + times.children_user + times.children_system


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
        stored = {part: source.read(part).decode() for part in source.namelist()}
        stored[TYPES] = stored[TYPES].replace("</Types>", f"{STRINGS_TYPE}</Types>")
        stored[STRINGS] = f'<sst xmlns="{NAMESPACE}"/>'
        for part, text in {**stored, SHEET: sheet, **parts}.items():
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
        ('<row r="2">' + '<c r="A2"/>' * 20_000 + "</row>", "far larger than"),
        ('<row r="2"/>' * 750_000, "far larger than"),
        ("<row/>" * 30_000, "at most 5000 rows"),
        ('<row><c r="A2"><v>1</v></c></row>' * 5001, "at most 5000 rows"),
        ('<row r="2"><c r="A2"><f t="shared" si="0">1</f></c></row>', "holds formulas"),
        ('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', "at most 5000 rows"),
        (f'<row r="2"><c r="A2"><v>{"1" * 60_000_000}</v></c></row>', "far larger"),
    ],
    ids=[
        "cells",
        "one row",
        "rows",
        "empty",
        "filled",
        "formulas",
        "corner",
        "bytes",
    ],
)
def test_it_refuses_a_workbook_that_is_no_table_in_no_time(
    keeper: Client, mohegan: Property, rows: str, sentence: str
) -> None:
    content = workbook(rows)
    began = processor_seconds()
    page = page_after(keeper, mohegan, "a.xlsx", content)
    assert sentence in page
    assert processor_seconds() - began < MOST_SECONDS


def test_it_reads_deep_elements_in_no_time(keeper: Client, mohegan: Property) -> None:
    depth = 600_000
    content = workbook("<a>" * depth + "</a>" * depth)
    began = processor_seconds()
    assert "no rows below" in page_after(keeper, mohegan, "a.xlsx", content)
    assert processor_seconds() - began < MOST_SECONDS


def test_it_counts_the_words_that_many_cells_show(
    keeper: Client, mohegan: Property
) -> None:
    """A shared text is stored once, and each cell that shows it is a copy later."""
    text = f"<si><t>{'x' * 30_000}</t></si>"
    strings = f'<sst xmlns="{NAMESPACE}">{text}</sst>'
    row = "<row>" + '<c t="s"><v>0</v></c>' * 20 + "</row>"
    content = workbook(row * 100, **{STRINGS: strings})
    assert "far larger" in page_after(keeper, mohegan, "a.xlsx", content)


def test_it_tells_of_unknown_columns_in_no_time(
    keeper: Client, mohegan: Property
) -> None:
    header = ",".join(["name", *(f"priceband{n}" for n in range(60))])
    text = header + "\n" + ("Ballo" + ",x" * 60 + "\n") * (2000 // PART)
    began = processor_seconds()
    page = page_after(keeper, mohegan, "a.csv", text.encode())
    assert "is not known here" in page
    assert processor_seconds() - began < MOST_SECONDS / PART


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
        ("x" * 1000 + "\n" + "x\n" * 5000, "must name the columns"),
        (",".join(f"a{n}" for n in range(101)) + "\nx\n", "at most 100 columns"),
    ],
    ids=["filled", "empty", "long name", "columns"],
)
def test_it_stops_reading_a_text_that_is_too_long(
    keeper: Client, mohegan: Property, text: str, sentence: str
) -> None:
    content = text.encode()
    began = processor_seconds()
    assert sentence in page_after(keeper, mohegan, "a.csv", content)
    assert processor_seconds() - began < MOST_SECONDS / PART


def test_it_reads_an_honest_table_to_its_limits(
    keeper: Client, mohegan: Property, smaller_limits: None
) -> None:
    row = '<row><c t="inlineStr"><is><t>Row</t></is></c>' + "<c><v>1</v></c>" * 30
    page = page_after(
        keeper, mohegan, "a.xlsx", workbook(f"{row}</row>" * files.MOST_ROWS)
    )
    assert "Several rows have the name" in page
    [delivery] = Delivery.objects.all()
    assert len(delivery.rows) == files.MOST_ROWS == 5000 // PART


@pytest.mark.parametrize(
    ("limit", "value", "sentence"),
    [
        ("MOST_MEMORY_BYTES", 32 * 2**20, "needs more memory"),
        ("MOST_PROCESSOR_SECONDS", 1, "took too long"),
        ("WALL_SECONDS", 0.01, "took too long"),
    ],
)
def test_a_file_that_gets_past_all_counts_ends_its_reader_alone(
    keeper: Client,
    mohegan: Property,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    value: float,
    sentence: str,
) -> None:
    monkeypatch.setattr(bounded_reader, limit, value)
    row = '<row><c t="inlineStr"><is><t>Row</t></is></c>' + "<c><v>1</v></c>" * 60
    content = workbook(f"{row}</row>" * files.MOST_ROWS)
    assert sentence in page_after(keeper, mohegan, "a.xlsx", content)
    assert not Delivery.objects.exists()


def test_the_reader_is_told_no_secret(
    keeper: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    popen = Mock(wraps=subprocess.Popen)
    monkeypatch.setattr("subprocess.Popen", popen)
    monkeypatch.setenv("DATABASE_URL", "postgresql://sam:secret@db/concierge")
    assert bounded_reader.read("a.csv", b"name\nBallo")
    assert set(popen.call_args.kwargs["env"]) == {
        "PATH",
        "LANG",
        "OPENBLAS_NUM_THREADS",
    }
