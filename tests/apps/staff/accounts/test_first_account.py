"""Sam is alone on an empty server, and his resort answers guests in the end."""

from __future__ import annotations

import re
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from apps.properties.models import Jurisdiction, Property
from tests import factories
from tests.admin_form import Form

PASSWORD = "four plain words together"  # noqa: S105 - of nobody
STEP = re.compile(r'href="([^"]+)">(Add a jurisdiction|Add the property|Import rows)<')


def first_staff(*arguments: str) -> str:
    out = StringIO()
    call_command("first_staff", *arguments, stdout=out)
    return out.getvalue()


def link_in(text: str) -> str:
    return urlsplit(next(word for word in text.split() if "/password/" in word)).path


def signed_in(link: str) -> Client:
    browser = Client()
    form = browser.get(link, follow=True).redirect_chain[-1][0]
    browser.post(form, {"new_password1": PASSWORD, "new_password2": PASSWORD})
    browser.post("/admin/account/login/", {"login": "sam", "password": PASSWORD})
    return browser


def steps(browser: Client) -> dict[str, str]:
    """What is still to do: the address by the words of the link."""
    html = browser.get("/admin/").content.decode()
    return {words: address for address, words in STEP.findall(html)}


@pytest.mark.usefixtures("db")
def test_it_leads_from_an_empty_server_to_a_page_that_answers(
    settings: Settings,
) -> None:
    settings.IS_PRODUCTION, settings.SITE_URL = True, "https://resort.example/"
    settings.DEFAULT_PROPERTY = "grand-hotel"
    empty = Client().get("/")
    assert empty.status_code == 503
    assert "manage.py first_staff" in empty.content.decode()
    printed = first_staff("sam", "--email", "sam@resort.example")
    assert "https://resort.example/admin/account/password/" in printed
    # A link that was lost is no reason to begin again.
    sam = signed_in(link_in(first_staff("Sam")))
    assert User.objects.get().is_superuser

    todo = steps(sam)
    assert list(todo) == ["Add a jurisdiction", "Add the property", "Import rows"]
    law = Form(sam, todo["Add a jurisdiction"])
    law.fill(name="Nevada", code="us-nv", gaming_age=21, source="NRS 463.350")
    line = {"purpose": "gambling", "name": "Helpline", "phone": "1-800-426-2537"}
    law.add_row("helplines", **line, position=0, source="ncpgambling.org")
    assert law.send().is_saved, law.text
    assert list(steps(sam)) == ["Add the property", "Import rows"]
    place = Form(sam, todo["Add the property"])
    assert place.values["slug"] == "grand-hotel"
    assert '"prepopulate' not in place.text or "#id_slug" not in place.text
    place.fill(name="Grand", phone="1-702-555-0100", website="grand.example")
    place.fill(time_zone="America/Los_Angeles", location="1 Main Street, Reno, NV")
    place.fill(jurisdiction=Jurisdiction.objects.get().pk)
    assert place.send().is_saved, place.text
    assert list(steps(sam)) == ["Import rows"]
    assert Client().get("/").status_code == 200
    factories.RestaurantFactory.create(property=Property.objects.get())
    assert steps(sam) == {}


@pytest.mark.usefixtures("db")
def test_only_the_first_account_is_made_on_the_server() -> None:
    sam = signed_in(link_in(first_staff("sam")))
    assert sam.get("/admin/").status_code == 200
    with pytest.raises(CommandError, match=r"“sam” has set a password .* “Team”"):
        first_staff("mallory")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["sam smith"], "valid username"),
        (["sam", "--email", "at home"], "valid email"),
        (["nora"], "“nora” is an account without all rights"),
    ],
)
def test_it_says_what_is_no_first_account(
    arguments: list[str], reason: str, db: None
) -> None:
    factories.StaffFactory.create(username="nora")
    with pytest.raises(CommandError, match=reason):
        first_staff(*arguments)


def test_staff_of_one_resort_set_up_nothing(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    """The resort has no rows yet, and other resorts are none of his business."""
    factories.assign(sams_account, mohegan)
    assert steps(sam) == {}
