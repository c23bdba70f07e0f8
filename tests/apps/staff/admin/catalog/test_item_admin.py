"""Sam keeps the rows of the catalog in the admin."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Item, Promo, Restaurant, Room, Show
from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form

pytestmark = pytest.mark.slow


def list_of(row: Any) -> str:
    return f"/admin/catalog/{type(row)._meta.model_name}/"


def form_of(sam: Client, row: Any) -> Form:
    return Form(sam, f"{list_of(row)}{row.pk}/change/")


@pytest.mark.parametrize("kind", factories.ITEM_FACTORIES)
def test_it_lists_and_opens_every_kind(
    sam: Client, mohegan: Property, kind: Any
) -> None:
    row = kind.create()
    listed = sam.get(list_of(row)).content.decode()
    assert mohegan.name in listed
    assert "live" in listed
    form = form_of(sam, row).fill(summary="Changed by Sam.")
    assert form.send().is_saved
    assert Item.objects.get(pk=row.pk).summary == "Changed by Sam."


def test_it_makes_the_slug_from_the_name(sam: Client, mohegan: Property) -> None:
    form = Form(sam, "/admin/catalog/tower/add/")
    assert form.values["property"] == str(mohegan.pk)
    form.fill(name="Earth Tower", source="Resort list")
    assert form.send().is_saved
    assert form.values["slug"] == "earth-tower"


def test_it_makes_a_slug_for_a_name_without_letters(
    sam: Client, mohegan: Property
) -> None:
    form = Form(sam, "/admin/catalog/tower/add/")
    form.fill(name="天空塔", source="Resort list")
    assert form.send().is_saved
    assert form.values["slug"].startswith("row-")


def test_it_refuses_a_slug_that_is_taken(sam: Client, mohegan: Property) -> None:
    factories.TowerFactory.create(slug="earth-tower")
    form = Form(sam, "/admin/catalog/tower/add/")
    form.fill(name="Earth Tower", source="Resort list")
    assert not form.send().is_saved
    assert "Another row of this kind has this slug." in form.text
    assert form.values["name"] == "Earth Tower"


def test_it_takes_aliases_as_words_between_commas(
    sam: Client, mohegan: Property
) -> None:
    row = factories.RestaurantFactory.create()
    form = form_of(sam, row).fill(aliases=" Tuscany, The Italian place,, Tuscany ")
    assert form.send().is_saved
    assert Restaurant.objects.get().aliases == ["Tuscany", "The Italian place"]
    assert form.values["aliases"].strip() == "Tuscany, The Italian place"
    page = sam.get(list_of(row), {"q": "italian place"}).content.decode()
    assert "Todd English" in page


def test_it_takes_times_on_the_clock_of_the_property(
    sam: Client, mohegan: Property
) -> None:
    row = factories.PromoFactory.create()
    form = form_of(sam, row)
    form.fill(valid_from_0="2026-12-01", valid_from_1="5 PM")
    assert form.send().is_saved
    assert Promo.objects.get().valid_from == datetime(2026, 12, 1, 22, tzinfo=UTC)
    assert form.values["valid_from_1"] == "5:00 PM"


def test_it_says_that_a_promo_ends_before_it_begins(
    sam: Client, mohegan: Property
) -> None:
    form = form_of(sam, factories.PromoFactory.create())
    form.fill(valid_from_0="2026-12-01", valid_from_1="5 PM")
    form.fill(valid_to_0="2026-12-01", valid_to_1="4:59 PM")
    assert not form.send().is_saved
    assert form.text.count("It ends before it begins.") == 1
    assert form.values["valid_to_1"] == "4:59 PM"


def test_it_keeps_tiers_and_performances_with_their_rows(
    sam: Client, mohegan: Property
) -> None:
    form = form_of(sam, factories.PromoFactory.create())
    form.add_row("tiers", rank=1, name="Core", benefits="Earn points everywhere.")
    assert form.send().is_saved
    assert Promo.objects.get().tiers.get().name == "Core"

    show = factories.ShowFactory.create()
    form = form_of(sam, show)
    form.fill(performances__0__starts_at_0="2026-11-21")
    form.fill(performances__0__starts_at_1="8:00 PM")
    assert form.send().is_saved
    evening = Show.objects.get().performances.get()
    assert evening.starts_at == datetime(2026, 11, 22, 1, tzinfo=UTC)


def test_it_says_that_a_performance_ends_before_it_starts(
    sam: Client, mohegan: Property
) -> None:
    form = form_of(sam, factories.ShowFactory.create())
    form.fill(performances__0__starts_at_0="2026-11-21")
    form.fill(performances__0__starts_at_1="8:00 PM")
    form.fill(performances__0__ends_at_0="2026-11-21")
    form.fill(performances__0__ends_at_1="7:00 PM")
    assert not form.send().is_saved
    assert form.text.count("It must end after it starts.") == 1


def test_it_refuses_a_price_for_a_free_show(sam: Client, mohegan: Property) -> None:
    form = form_of(sam, factories.ShowFactory.create(is_free=True))
    assert not form.fill(price_from="49.00").send().is_saved
    assert form.text.count("A free show has no price.") == 1


def test_it_refuses_rows_that_lead_to_another_property(
    sam: Client, mohegan: Property, foxwoods: Property
) -> None:
    tower = factories.TowerFactory.create(property=foxwoods, name="Grand Pequot")
    room = factories.RoomFactory.create(property=mohegan)
    form = form_of(sam, room).fill(in_tower=tower.pk)
    assert not form.send().is_saved
    assert "Grand Pequot belongs to Foxwoods." in form.text
    assert Room.objects.get().in_tower is None


def test_it_tells_draft_scheduled_live_and_expired_rows_apart(
    sam: Client, mohegan: Property
) -> None:
    now, day = timezone.now(), timedelta(days=1)
    factories.PromoFactory.create(name="A draft", status=Item.Status.DRAFT)
    factories.PromoFactory.create(name="A coming one", valid_from=now + day)
    factories.PromoFactory.create(name="A running one", valid_to=now + day)
    factories.PromoFactory.create(name="A past one", valid_to=now - day)
    shown = {
        word: [
            row.name
            for row in sam.get("/admin/catalog/promo/", {"publication": word})
            .context["cl"]
            .result_list
        ]
        for word in ("draft", "scheduled", "live", "expired")
    }
    assert shown == {
        "draft": ["A draft"],
        "scheduled": ["A coming one"],
        "live": ["A running one"],
        "expired": ["A past one"],
    }


def test_it_publishes_and_withdraws_several_rows_at_once(
    sam: Client, mohegan: Property
) -> None:
    rows = factories.PromoFactory.create_batch(2, status=Item.Status.DRAFT)
    chosen = {"_selected_action": [row.pk for row in rows]}
    response = sam.post(
        "/admin/catalog/promo/", {"action": "publish", **chosen}, follow=True
    )
    assert "2 rows published." in response.content.decode()
    assert Promo.objects.live(timezone.now()).count() == 2
    sam.post("/admin/catalog/promo/", {"action": "withdraw", **chosen})
    assert not Promo.objects.live(timezone.now()).exists()


def test_an_expired_row_stays_so_until_its_dates_change(
    sam: Client, mohegan: Property
) -> None:
    ended_at = datetime(2026, 1, 11, 1, 0, tzinfo=UTC)
    row = factories.PromoFactory.create(
        name="Winter", status=Item.Status.DRAFT, valid_to=ended_at
    )
    form = {"action": "publish", "_selected_action": [row.pk]}
    page = sam.post("/admin/catalog/promo/", form, follow=True).content.decode()
    assert "0 rows published." in page
    assert "Winter: It ended on Jan. 10, 2026, 8:00 PM and stays expired." in page
    dates = f"/admin/catalog/promo/{row.pk}/change/?section=publishing"
    assert f'href="{dates}">Change its dates</a>' in page
    row.refresh_from_db()
    assert row.status == Item.Status.DRAFT
    assert sam.get(dates).context["first_section"] == "publishing"


def test_it_shows_which_places_are_open_now(sam: Client, mohegan: Property) -> None:
    factories.RestaurantFactory.create(name="Always", hours=["0-6 00:00-00:00"])
    factories.RestaurantFactory.create(name="Unknown")
    page = sam.get("/admin/catalog/restaurant/").content.decode()
    assert "Open 24 hours" in page
    only_open = sam.get("/admin/catalog/restaurant/", {"open": "now"})
    assert [row.name for row in only_open.context["cl"].result_list] == ["Always"]


def test_it_finds_every_kind_in_one_list_that_leads_to_its_form(
    sam: Client, mohegan: Property
) -> None:
    room = factories.RoomFactory.create()
    page = sam.get("/admin/catalog/item/", {"q": "junior"}).content.decode()
    assert f"/admin/catalog/room/{room.pk}/change/" in page
    assert sam.get("/admin/catalog/item/add/").status_code == 403


def test_it_offers_rows_by_name_for_what_a_question_is_about(
    sam: Client, mohegan: Property
) -> None:
    tuscany = factories.RestaurantFactory.create()
    question = {"app_label": "catalog", "model_name": "faqentry", "field_name": "about"}
    answer = sam.get("/admin/autocomplete/", {"term": "tusc", **question})
    assert answer.json()["results"] == [{"id": str(tuscany.pk), "text": tuscany.name}]


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+Plus Lounge", "-Bar", "@home", " =HYPER()", "\uff1d1+1", "\ufe62Plus"],
)
def test_it_refuses_a_name_that_a_spreadsheet_takes_for_a_formula(
    sam: Client, mohegan: Property, name: str
) -> None:
    row = factories.RestaurantFactory.create()
    form = form_of(sam, row).fill(name=name)
    assert not form.send().is_saved
    assert "A name may not begin with =, +, - or @" in form.text
    assert form_of(sam, row).fill(name="Bar = Grill").send().is_saved


def test_it_refuses_a_card_number_in_what_guests_read(
    sam: Client, mohegan: Property
) -> None:
    row = factories.FaqEntryFactory.create()
    form = form_of(sam, row).fill(answer="Charge it to 4111 1111 1111 1111.")
    assert not form.send().is_saved
    assert "This looks like a card number" in form.text
    assert form.fill(answer="Call extension 4111 or 1-888-226-7711.").send().is_saved


def test_it_warns_about_an_address_in_what_guests_read(
    sam: Client, mohegan: Property
) -> None:
    row = factories.RestaurantFactory.create()
    form = form_of(sam, row).fill(summary="Write to jane.doe@example.com.")
    assert form.send().is_saved
    assert "Summary holds an e-mail address." in form.text
    assert "holds an e-mail address" not in form.fill(summary="Cozy.").send().text


def test_it_refuses_a_text_that_no_guest_would_read(
    sam: Client, mohegan: Property
) -> None:
    row = factories.FaqEntryFactory.create()
    form = form_of(sam, row).fill(answer="Everything " * 1000)
    assert not form.send().is_saved
    assert "longer than 10,000 characters. Please shorten it." in form.text
