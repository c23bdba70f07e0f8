"""Sam keeps the property and the numbers that help."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.properties.models import Helpline, Property
from tests import factories
from tests.admin_form import Form


def form_of(sam: Client, place: Property) -> Form:
    return Form(sam, f"/admin/properties/property/{place.pk}/change/")


def test_it_changes_the_phone_number_and_the_mode(
    sam: Client, mohegan: Property
) -> None:
    form = form_of(sam, mohegan).fill(phone="1-888-777-7922", bot_mode="paused")
    assert form.send().is_saved
    mohegan.refresh_from_db()
    assert mohegan.phone_href == "tel:+18887777922"
    assert mohegan.bot_mode == Property.BotMode.PAUSED
    assert mohegan.languages == ["en"]


def test_it_asks_for_a_time_zone_that_exists(sam: Client, mohegan: Property) -> None:
    form = form_of(sam, mohegan).fill(time_zone="Eastern")
    assert not form.send().is_saved
    assert "“Eastern” is not a time zone; America/New_York is one." in form.text


def helpline_form(sam: Client, **values: object) -> Form:
    """The form of a jurisdiction with a new helpline."""
    jurisdiction = factories.JurisdictionFactory.create()
    form = Form(sam, f"/admin/properties/jurisdiction/{jurisdiction.pk}/change/")
    helpline = {
        "purpose": "crisis",
        "name": "Lifeline",
        "source": "988lifeline.org",
        "position": 0,
    }
    form.add_row("helplines", **{**helpline, **values})
    return form


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_it_refuses_a_date_that_is_no_calendar_day_of_ours(
    sam: Client, mohegan: Property, day: str
) -> None:
    sentence = "Give a year from 1900 to 2999."
    form = form_of(sam, mohegan).fill(as_of=day)
    assert not form.send().is_saved
    assert sentence in form.text
    form = helpline_form(sam, phone="988", verified_on=day)
    assert not form.send().is_saved
    assert sentence in form.text


def test_it_keeps_helplines_under_their_jurisdiction(sam: Client) -> None:
    form = helpline_form(sam, purpose="gambling", phone="1-888-789-7777")
    assert form.send().is_saved
    assert Helpline.objects.get().phone_href == "tel:+18887897777"


def test_it_refuses_words_that_do_not_spell_the_number(sam: Client) -> None:
    form = helpline_form(sam, phone="1-800-426-2537", vanity="1-800-MY-RESET")
    assert not form.send().is_saved
    assert "1-800-MY-RESET is dialled 18006973738, not 18004262537." in form.text


def test_it_refuses_a_helpline_that_nobody_can_reach(sam: Client) -> None:
    form = helpline_form(sam)
    assert not form.send().is_saved
    assert "Give a phone number or a website." in form.text


def test_it_shows_staff_accounts_to_those_who_keep_them(sams_account: User) -> None:
    client = Client()
    assert client.get("/admin/auth/user/").status_code == 302
    client.force_login(sams_account)
    assert client.get("/admin/auth/user/").status_code == 403
    sams_account.is_superuser = True
    sams_account.save()
    page = client.get(f"/admin/auth/user/{sams_account.pk}/change/")
    assert page.status_code == 200


PREMIUM = "is a premium-rate number; callers would pay for help."


@pytest.mark.parametrize(
    "number", ["1-900-555-1234", "1-203-976-1234", "+44 909 879 0000"]
)
def test_it_refuses_a_helpline_that_costs_its_callers(sam: Client, number: str) -> None:
    form = helpline_form(sam, phone=number)
    assert not form.send().is_saved
    assert f"{number} {PREMIUM}" in form.text


@pytest.mark.parametrize("number", ["12", "help", "1-555-123", "1-888-789-7777 x 900"])
def test_it_refuses_a_helpline_that_cannot_be_dialled(sam: Client, number: str) -> None:
    assert not helpline_form(sam, phone=number).send().is_saved
    assert not Helpline.objects.exists()


@pytest.mark.parametrize("number", ["988", "911", "211", "741741", "1-888-789-7777"])
def test_it_takes_short_codes_and_free_numbers(sam: Client, number: str) -> None:
    assert helpline_form(sam, phone=number).send().is_saved


def test_it_refuses_words_and_property_numbers_that_cost(
    sam: Client, mohegan: Property
) -> None:
    form = form_of(sam, mohegan).fill(phone="1-900-555-1234")
    assert not form.send().is_saved
    assert PREMIUM in form.text
    form = helpline_form(sam, vanity="1-900-HELP-NOW", website="988lifeline.org")
    assert not form.send().is_saved
    assert PREMIUM in form.text


def test_it_lets_staff_of_one_property_read_but_not_change_the_law(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    line = factories.HelplineFactory.create(phone="988")
    factories.assign(sams_account, mohegan)
    law = f"/admin/properties/jurisdiction/{line.jurisdiction_id}"
    assert "988" in sam.get(f"{law}/change/").content.decode()
    change = {"helplines-0-id": line.pk, "helplines-0-phone": "1-888-789-7777"}
    assert sam.post(f"{law}/change/", change).status_code == 403
    assert sam.post(f"{law}/delete/", {"post": "yes"}).status_code == 403
    assert sam.get("/admin/properties/jurisdiction/add/").status_code == 403
    line.refresh_from_db()
    assert line.phone == "988"
