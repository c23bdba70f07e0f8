"""Sam keeps the property and the numbers that help."""

from __future__ import annotations

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


def helpline_form(sam: Client) -> Form:
    law = factories.JurisdictionFactory.create()
    return Form(sam, f"/admin/properties/jurisdiction/{law.pk}/change/")


def test_it_keeps_helplines_under_their_law(sam: Client) -> None:
    form = helpline_form(sam)
    form.add_row(
        "helplines",
        purpose="gambling",
        name="Problem gambling helpline",
        phone="1-888-789-7777",
        source="ccpg.org",
        position=0,
    )
    assert form.send().is_saved
    assert Helpline.objects.get().phone_href == "tel:+18887897777"


def test_it_refuses_words_that_do_not_spell_the_number(sam: Client) -> None:
    form = helpline_form(sam)
    form.add_row(
        "helplines",
        purpose="gambling",
        name="National helpline",
        phone="1-800-426-2537",
        vanity="1-800-MY-RESET",
        source="ncpgambling.org",
        position=0,
    )
    assert not form.send().is_saved
    assert "1-800-MY-RESET is dialled 18006973738, not 18004262537." in form.text


def test_it_refuses_a_helpline_that_nobody_can_reach(sam: Client) -> None:
    form = helpline_form(sam)
    form.add_row(
        "helplines", purpose="crisis", name="A friend", source="hearsay", position=0
    )
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
