"""Who comes into the admin, and what the sidebar offers them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import unfold
from django.contrib.admin import AdminSite
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.test import Client, RequestFactory
from django.utils.html import strip_tags

from apps.catalog.models import Item, Restaurant
from apps.conversations.models import Conversation
from apps.properties.models import Property
from apps.staff import admin_site, sidebar
from tests import factories

LIST = "/admin/catalog/restaurant/"


@pytest.fixture
def tuscany(mohegan: Property) -> Item:
    return factories.RestaurantFactory.create(hours=["4-5 17:00-22:00"])


def test_it_sends_guests_to_the_login(alice: Client, tuscany: Item) -> None:
    for address in (LIST, f"{LIST}{tuscany.pk}/change/", "/admin/catalog/item/"):
        answer = alice.get(address)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")


def test_it_changes_nothing_for_mallory(mallory: Client, tuscany: Item) -> None:
    form = {"name": "Mallory's", "cuisine": "None"}
    answer = mallory.post(f"{LIST}{tuscany.pk}/change/", form)
    assert answer.status_code in {302, 403}
    assert Restaurant.objects.get().name == "Todd English's Tuscany"


def test_it_leads_to_no_address_of_a_row_by_its_table(admin_client: Client) -> None:
    """Django's address for it fails where the key of the table is no number."""
    table = ContentType.objects.get_for_model(Conversation)
    assert admin_client.get(f"/admin/r/{table.pk}/74/").status_code == 404


def test_a_guests_name_turns_no_words_round(
    admin_client: Client, mohegan: Property
) -> None:
    """Arabic and Hebrew keep the marks that they are written with."""
    name = "Al\u202everez\u2066 \u200fבת"
    booking = factories.ReservationFactory.create(property=mohegan, family_name=name)
    for page in ("", f"{booking.pk}/change/"):
        shown = admin_client.get(
            f"/admin/reservations/reservation/{page}"
        ).content.decode()
        assert "Alverez \u200fבת" in shown
        assert not set(shown) & set(admin_site.DIRECTION_MARKS)


def test_it_refuses_mallory_with_sams_cookie_and_a_foreign_page(
    mallory: Client, sams_account: User, tuscany: Item
) -> None:
    mallory.force_login(sams_account)
    answer = mallory.post(f"{LIST}{tuscany.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 403
    assert Restaurant.objects.count() == 1


def test_it_does_not_make_a_script_of_what_is_typed(
    sam: Client, mohegan: Property
) -> None:
    attack = "<script>alert(1)</script>"
    item = factories.RestaurantFactory.create(name=attack, hours=["4 17:00-22:00"])
    item.hours_exceptions.create(
        first_day="2026-11-20", last_day="2099-11-20", closed=True, note=attack
    )
    for address in (LIST, f"{LIST}{item.pk}/change/", "/admin/catalog/item/"):
        page = sam.get(address).content.decode()
        assert "&lt;script&gt;alert(1)" in page
        assert attack not in page


def test_it_lists_all_apps_only_where_a_page_shows_them(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = {"app_label": "catalog", "name": "Dining", "models": [], "app_url": "/"}
    calls: list[str | None] = []

    def build(site: Any, request: Any, label: str | None = None) -> dict[str, Any]:
        calls.append(label)
        return {"catalog": listed} if label == "catalog" else {}

    monkeypatch.setattr(AdminSite, "_build_app_dict", build)
    assert admin_client.get(LIST).status_code == 200
    assert calls == []
    assert "Dining" in admin_client.get("/admin/catalog/").content.decode()
    assert admin_client.get("/admin/axes/").status_code == 404


def titles(user: User) -> list[str]:
    request = RequestFactory().get("/admin/")
    request.user = user
    return [
        item["title"]
        for group in sidebar.navigation(request)
        for item in group["items"]
    ]


def test_it_shows_sam_the_groups_he_works_on(sams_account: User) -> None:
    shown = titles(sams_account)
    assert {"Restaurants", "Shows", "Rooms", "Promotions", "FAQ"} <= set(shown)
    assert "Staff" not in shown
    assert "Staff accounts" not in shown


def test_it_hides_what_a_member_of_staff_may_not_see(db: None) -> None:
    host = factories.StaffFactory.create(username="host")
    host.user_permissions.add(Permission.objects.get(codename="view_restaurant"))
    assert titles(host) == ["Restaurants"]


def test_it_shows_a_reader_the_row_without_a_save_button(tuscany: Item) -> None:
    host = factories.StaffFactory.create(username="host")
    host.user_permissions.add(Permission.objects.get(codename="view_restaurant"))
    client = Client()
    client.force_login(host)
    page = client.get(f"{LIST}{tuscany.pk}/change/").content.decode()
    assert "Friday and Saturday, 5:00 PM to 10:00 PM" in page
    assert 'name="_save"' not in page


def test_it_heads_each_page_with_its_words_in_the_sidebar(
    admin_client: Client, admin_user: User, mohegan: Property
) -> None:
    request = RequestFactory().get("/admin/")
    request.user = admin_user
    entries = {
        item["link"]: item["title"]
        for group in sidebar.navigation(request)
        for item in group["items"]
    }
    heads = {link: head_of(admin_client, link) for link in entries}
    assert heads == {link: (title, title) for link, title in entries.items()}
    assert head_of(admin_client, "/admin/") == ("Today", "Today")


def head_of(client: Client, link: str) -> tuple[str, str]:
    """The title of the browser's tab, and the last part of the page's heading."""
    page = client.get(link).content.decode()
    assert page.count("<main") == page.count("</main>") == 1
    tab = page.partition("<title>")[2].partition("|")[0]
    heading = page.partition("<h1")[2].partition("</h1>")[0].partition(">")[2]
    *_, last_part = (part for part in strip_tags(heading).split("chevron_right"))
    return " ".join(tab.split()), " ".join(last_part.split())


def test_its_frame_is_unfolds_but_for_the_main_landmark() -> None:
    """An upgrade of Unfold that changes its frame has to change ours."""
    ours = Path("templates/admin/base.html").read_text()
    frame = Path(unfold.__file__).parent / "templates/admin/base.html"
    frame_text = frame.read_text().replace("colM", "")  # a class without a rule
    own_lines = ("{% comment %}", "<main", "</main>")
    lines = [line.strip() for line in ours.splitlines()]
    assert [line for line in lines if not line.startswith(own_lines)] == [
        line.strip() for line in frame_text.splitlines()
    ]
