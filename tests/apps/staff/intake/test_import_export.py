"""Sam takes rows out as a table, changes them in a spreadsheet and hands them in."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime, time
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook, load_workbook

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from apps.staff import sidebar
from apps.staff.intake import columns, deliveries
from apps.staff.models import Delivery
from tests import factories
from tests.admin_form import Form

ADDRESS = "/admin/import/"


@pytest.fixture
def keeper(sam: Client, sams_account: User) -> Client:
    """Sam, who may hand in tables."""
    sams_account.user_permissions.add(Permission.objects.get(codename="add_delivery"))
    return sam


@pytest.fixture
def ballo(mohegan: Property) -> Restaurant:
    return factories.RestaurantFactory.create(
        property=mohegan,
        name="Ballo",
        slug="ballo",
        cuisine="Italian",
        phone="+1-888-226-7711",
        aliases=["the Italian place"],
        hours=["2-6 17:00-22:00"],
    )


def handed_in(keeper: Client, place: Property, name: str, content: bytes) -> Any:
    file = SimpleUploadedFile(name, content)
    form = {"property": place.pk, "category": "restaurants", "file": file}
    return keeper.post(ADDRESS, form, follow=True)


def workbook(*lines: list[Any]) -> bytes:
    book = Workbook()
    sheet: Any = book.active
    for line in lines:
        sheet.append(line)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def applied(keeper: Client) -> Delivery:
    delivery = Delivery.objects.get()
    keeper.post(f"{ADDRESS}{delivery.pk}/apply/")
    deliveries.apply(delivery.pk)
    delivery.refresh_from_db()
    return delivery


def test_what_goes_out_comes_in_unchanged(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    for kind in ("csv", "xlsx"):
        table = keeper.get(f"/admin/export/restaurants.{kind}").content
        page = handed_in(keeper, mohegan, f"table.{kind}", table)
        assert "1 same" in page.content.decode(), page.content.decode()
        Delivery.objects.all().delete()


def test_a_change_is_shown_before_it_happens(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"Slug;Dress code;Hours\nballo;Smart casual;fri 18:00-23:00\n"
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert "Dress code: <del></del> <ins>Smart casual</ins>" in page
    ballo.refresh_from_db()
    assert ballo.dress_code != "Smart casual"
    assert applied(keeper).state == "applied"
    ballo.refresh_from_db()
    assert ballo.dress_code == "Smart casual"
    assert [one.opens_at for one in ballo.hours.all()] == [time(18)]


def test_equal_times_of_a_table_are_refused_as_in_the_form(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"slug;hours\nballo;fri 17:00-17:00\n"
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert "If it is open 24 hours, write 12:00 AM in both" in page
    assert applied(keeper).state == "refused"
    assert ballo.hours.count() == 5


def test_a_table_may_say_open_24_hours(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"slug;hours\nballo;fri 00:00-00:00\n"
    handed_in(keeper, mohegan, "table.csv", table)
    assert applied(keeper).state == "applied"
    assert str(ballo.hours.get()) == "Friday 00:00 to 00:00"


def test_a_day_may_be_named_for_each_of_its_intervals(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"slug,hours\nballo,mon 12:00-15:00; mon 18:00-23:00\n"
    handed_in(keeper, mohegan, "table.csv", table)
    assert applied(keeper).state == "applied"
    intervals = ["Monday 12:00 to 15:00", "Monday 18:00 to 23:00"]
    assert [str(hours) for hours in ballo.hours.all()] == intervals


def test_intervals_of_a_day_that_overlap_are_refused(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"slug,hours\nballo,mon 12:00-15:00; mon 14:00-23:00\n"
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert "overlaps" in page
    assert applied(keeper).state == "refused"


def test_a_table_is_applied_once(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    handed_in(keeper, mohegan, "table.csv", b"slug,cuisine\nballo,Roman\n")
    delivery = applied(keeper)
    page = keeper.post(f"{ADDRESS}{delivery.pk}/apply/", follow=True)
    assert "applied already" in page.content.decode()


def test_refused_rows_are_told_and_left_out(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"slug,price_band\nballo,eleven\nnew-place,2\n"
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert "2 refused" in page
    assert "price_band" in page
    assert applied(keeper).state == "refused"


@pytest.mark.parametrize(
    ("column", "hint"),
    [("title", "did you mean “name”?"), ("priceband", "did you mean “price_band”?")],
)
def test_it_says_which_column_may_be_meant(
    keeper: Client, mohegan: Property, column: str, hint: str
) -> None:
    table = f"slug,{column}\nballo,2\n".encode()
    assert hint in handed_in(keeper, mohegan, "table.csv", table).content.decode()


def test_it_says_once_what_is_wrong_in_every_row(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"slug,price_band,zzzz\nballo,2,x\nnew-place,eleven,x\n"
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert page.count("zzzz: ") == 1
    assert "Every row is refused, so there is nothing to apply." in page
    assert "Apply (without" not in page
    assert '<td class="px-3">3</td>' in page, "the line of the sheet"
    assert '<td class="px-3">1</td>' not in page


def test_it_exports_the_property_that_is_chosen(
    keeper: Client, mohegan: Property, foxwoods: Property, ballo: Restaurant
) -> None:
    factories.RestaurantFactory.create(property=foxwoods, name="Cedars", slug="cedars")
    page = keeper.get(ADDRESS).content.decode()
    assert f'<option value="{foxwoods.slug}">' in page
    assert 'formaction="/admin/export/restaurants.csv"' in page
    chosen = {"property": foxwoods.slug}
    table = keeper.get("/admin/export/restaurants.csv", chosen).content.decode()
    assert "Cedars" in table
    assert "Ballo" not in table
    everything = keeper.get("/admin/export/restaurants.csv", {"property": ""})
    assert "Ballo" in everything.content.decode()


def test_it_takes_a_column_that_is_empty_throughout(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    values = {"name": "Osteria", "cuisine": "Roman", "price_band": "2"}
    page = handed_in(keeper, mohegan, "a.csv", full_table(values)).content.decode()
    assert "1 new" in page
    assert "1 new row becomes a draft, which guests do not see" in page
    assert applied(keeper).state == "applied"
    osteria = Restaurant.objects.get(slug="osteria")
    assert osteria.status == Restaurant.Status.DRAFT
    assert osteria.source
    assert osteria.dress_code == ""


def test_it_says_that_new_rows_are_drafts_and_publishes_them(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = b"name,status,cuisine,price_band\nOsteria,,Roman,2\nTao,live,Thai,3\n"
    page = handed_in(keeper, mohegan, "a.csv", table).content.decode()
    assert "1 new row becomes a draft" in page
    result = Form(keeper, f"{ADDRESS}{applied(keeper).pk}/")
    assert "1 row of this import is a draft: guests see it once" in result.text
    assert "?publication=draft" in result.text
    osteria = Restaurant.objects.get(slug="osteria")
    assert result.values["_selected_action"] == str(osteria.pk)
    keeper.post("/admin/catalog/restaurant/", result.values)
    osteria.refresh_from_db()
    assert osteria.status == Restaurant.Status.LIVE
    assert "data-unpublished" not in Form(keeper, result.address).text


def test_an_empty_cell_removes_what_stands_there_and_says_so(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    rule = "An empty cell removes what stands in the row, its hours as well"
    assert rule in keeper.get(ADDRESS).content.decode()
    table = b"slug,phone,hours\nballo,,\n"
    page = handed_in(keeper, mohegan, "a.csv", table).content.decode()
    assert "Phone: removed: <del>" in page
    assert "Hours: removed: <del>Wednesday 17:00-22:00" in page
    assert applied(keeper).state == "applied"
    ballo.refresh_from_db()
    assert (ballo.phone, ballo.hours.count()) == ("", 0)


def test_it_keeps_what_a_row_cannot_be_without_where_its_cell_is_empty(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    values = {"name": "Ballo", "cuisine": "Roman", "price_band": "2"}
    handed_in(keeper, mohegan, "a.csv", full_table(values))
    assert applied(keeper).state == "applied"
    changed = Restaurant.objects.get()
    assert (changed.cuisine, changed.phone) == ("Roman", "")
    kept_fields = ("status", "source", "as_of", "slug")
    assert [getattr(changed, name) for name in kept_fields] == [
        getattr(ballo, name) for name in kept_fields
    ]


def test_it_refuses_an_empty_cell_only_where_the_field_is_required(
    keeper: Client, mohegan: Property
) -> None:
    table = full_table({"name": "Osteria"})
    handed_in(keeper, mohegan, "a.csv", table)
    [row] = Delivery.objects.get().results
    assert row["errors"] == {
        "cuisine": "This field is required.",
        "price_band": "This field is required.",
    }


def full_table(values: dict[str, str]) -> bytes:
    """A table with every column of restaurants; all others are empty."""
    names = columns.names(Restaurant)
    line = [values.get(name, "") for name in names]
    return "\n".join([",".join(names), ",".join(line), ""]).encode()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"", "must name the columns"),
        ("a.csv", b"slug,cuisine\n", "no row"),
        ("a.csv", b"slug,slug\na,b\n", "same name"),
        ("a.csv", b"slug,dress_code\nballo,Smart, casual\n", "“ballo” has more cells"),
        ("a.csv", b"PK\x03\x04\x00\x00", "a ZIP archive"),
        ("a.csv", b"\x01\x02\x00\x00", "not a text file"),
        ("a.xlsx", b"not a workbook", "not an XLSX"),
    ],
)
def test_what_is_no_table_is_refused_in_words(
    keeper: Client, mohegan: Property, name: str, content: bytes, words: str
) -> None:
    page = handed_in(keeper, mohegan, name, content or b" ").content.decode()
    assert words in page
    assert not Delivery.objects.exists()


READ_KINDS = "Only CSV and XLSX files are read. Save the table as one of them."
NO_TABLES = [
    ("menu.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture (PNG)"),
    ("menu.csv", b"\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG)"),
    ("menu.xlsx", b"GIF89a\x01\x00", "a picture (GIF)"),
    ("menu.webp", b"RIFF\x1a\x00\x00\x00WEBPVP8 ", "a picture (WebP)"),
    ("photo.heic", b"\x00\x00\x00\x18ftypheic\x00", "a picture (HEIC)"),
    ("menu.csv", b"%PDF-1.7\nslug,name\n", "a PDF"),
    ("menu.docx", b"PK\x03\x04..word/document.xml", "a Word document"),
    ("rows.ods", b"PK\x03\x04..opendocument.spreadsheet", "an ODS table"),
    ("rows.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "an old Excel file (XLS)"),
    ("rows.zip", b"PK\x03\x04..table.csv", "a ZIP archive"),
    ("page.csv", b"<!DOCTYPE html>\n<title>Menu</title>", "a web page"),
]


@pytest.mark.parametrize(("name", "content", "kind"), NO_TABLES)
def test_it_says_what_kind_of_file_that_is_and_which_are_read(
    keeper: Client, mohegan: Property, name: str, content: bytes, kind: str
) -> None:
    page = handed_in(keeper, mohegan, name, content).content.decode()
    assert f"This file is {kind}" in page
    assert READ_KINDS in page
    assert not Delivery.objects.exists()


def test_a_workbook_is_read_whatever_its_name(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = keeper.get("/admin/export/restaurants.xlsx").content
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert "1 same" in page


@pytest.mark.parametrize(
    "content",
    [
        b"slug\tdress_code\nballo\tSmart, casual\n",
        "slug\tdress_code\nballo\tSmart, casual\n".encode("utf-16"),
        b'slug,dress_code,\nballo,"Smart, casual",,,\n',
    ],
)
def test_it_reads_the_texts_that_spreadsheets_save(
    keeper: Client, mohegan: Property, ballo: Restaurant, content: bytes
) -> None:
    page = handed_in(keeper, mohegan, "table.txt", content).content.decode()
    assert "<ins>Smart, casual</ins>" in page


def test_it_reads_the_dates_that_a_spreadsheet_makes_of_what_is_typed(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    cells = {
        "slug": "ballo",
        "as_of": date(2026, 3, 1),
        "valid_from": date(2026, 4, 1),
    }
    handed_in(keeper, mohegan, "a.xlsx", workbook([*cells], [*cells.values()]))
    assert applied(keeper).state == "applied"
    ballo.refresh_from_db()
    assert ballo.as_of == date(2026, 3, 1)
    assert ballo.valid_from == datetime(2026, 4, 1, tzinfo=mohegan.zone)


def test_formulas_go_neither_out_nor_in(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    ballo.summary, ballo.dress_code = "=HYPERLINK(1)", "\uff1d1+1"
    ballo.save()
    text = keeper.get("/admin/export/restaurants.csv").content.decode("utf-8-sig")
    [row] = csv.DictReader(io.StringIO(text))
    assert row["summary"] == "'=HYPERLINK(1)"
    assert row["dress_code"] == "'\uff1d1+1"
    assert row["phone"] == "'+1-888-226-7711"
    for formula in ("=1+1", "\uff1d1+1"):
        content = workbook(["slug", "summary"], ["ballo", formula])
        page = handed_in(keeper, mohegan, "a.xlsx", content).content.decode()
        assert "This is a formula" in page


def test_a_fault_outside_the_columns_of_a_table_is_told(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    Restaurant.objects.update(name="=Ballo")
    table = b"slug,dress_code\nballo,Smart casual\n"
    page = handed_in(keeper, mohegan, "table.csv", table).content.decode()
    assert "A name may not begin with" in page


def test_it_calls_the_kinds_of_rows_what_the_sidebar_calls_them(
    keeper: Client, mohegan: Property
) -> None:
    page = keeper.get(ADDRESS)
    links = {title for group in sidebar.GROUPS.values() for title, _, _ in group}
    titles = {title for _, title in page.context["categories"]}
    assert titles
    assert titles <= links


def test_a_template_has_the_columns_alone(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    table = keeper.get("/admin/export/restaurants.xlsx?template").content
    lines = list(load_workbook(io.BytesIO(table)).worksheets[0].values)
    assert len(lines) == 1
    assert {"name", "cuisine", "hours"} <= set(lines[0])


def test_who_may_not_hand_in_tables_cannot(
    sam: Client, sams_account: User, alice: Client
) -> None:
    sams_account.user_permissions.clear()
    assert sam.get(ADDRESS).status_code == 403
    assert alice.get(ADDRESS).status_code == 302
    assert alice.get("/admin/export/restaurants.csv").status_code == 302
