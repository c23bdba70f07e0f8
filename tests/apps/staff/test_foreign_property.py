"""Mallory works for one resort and tries every address with ids of another."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import Permission, User
from django.contrib.messages import get_messages
from django.db.models import Model
from django.test import Client

from apps.properties.access import OfAll
from apps.properties.models import Property, StaffAccess
from apps.staff.models import GapWork
from tests import factories
from tests.rows_of_property import PAGES, Rows, address_of, make_rows

pytestmark = pytest.mark.slow

NAME = "Cedars"
# Finds the rows without being their name, which a page repeats.
SEARCH = "Cedar"


@pytest.fixture
def theirs(foxwoods: Property, admin_user: User) -> Rows:
    return make_rows(foxwoods, NAME, admin_user)


@pytest.fixture
def bound(sam: Client, sams_account: User, mohegan: Property) -> Client:
    """With every permission there is, for Mohegan Sun alone."""
    sams_account.user_permissions.set(Permission.objects.all())
    factories.assign(sams_account, mohegan)
    factories.RestaurantFactory.create(property=mohegan, name="Ballo")
    return sam


def is_silent(answer: Any) -> bool:
    """A redirect tells its address, and the messages that the next page shows."""
    page = answer.content.decode(errors="replace") if not answer.streaming else ""
    page += answer.headers.get("Location", "")
    page += "".join(map(str, get_messages(answer.wsgi_request)))
    return NAME not in page and "Foxwoods" not in page


def of_property() -> dict[str, ModelAdmin[Any]]:
    """By labels of models, the admins whose rows a property owns."""
    return {
        model._meta.label_lower: model_admin
        for model, model_admin in admin.site._registry.items()
        if any(field.name == "property" for field in model._meta.fields)
        or model is Property
    }


def closed() -> set[str]:
    """Labels of those that only staff of all properties may see."""
    tables = of_property().items()
    return {label for label, table in tables if isinstance(table, OfAll)}


@pytest.mark.usefixtures("bare_sidebar")
def test_it_shows_and_changes_no_foreign_row_in_any_admin(
    bound: Client, theirs: Rows
) -> None:
    assert set(of_property()) <= set(theirs), "every table needs a foreign row"
    for label, table in of_property().items():
        row, listed = theirs[label], _listed(label)
        page: Any = bound.get(listed)
        assert page.status_code == (403 if label in closed() else 200), label
        assert is_silent(page), label
        assert is_silent(bound.get(listed, {"q": SEARCH})), label
        filters = {"property": theirs["properties.property"].pk}
        assert is_silent(bound.get(listed, filters)), label
        for part in ("change/", "history/", "delete/"):
            answer = bound.get(f"{listed}{row.pk}/{part}")
            assert is_silent(answer), (label, part)
            assert answer.status_code in {302, 403, 404}, (label, part)
        actions = {
            *table.get_actions(page.wsgi_request),
            *map(str, table.actions or ()),
        }
        _attack(bound, listed, row, {*actions, "delete_selected"})
    assert is_silent(bound.get("/admin/")), "it shows the messages of all redirects"


def test_the_sidebar_names_no_foreign_row(bound: Client, theirs: Rows) -> None:
    page: Any = bound.get("/admin/")
    assert "/admin/gaps/" in page.content.decode()
    assert is_silent(page)


def _attack(bound: Client, listed: str, row: Model, actions: set[str]) -> None:
    before = _fresh(row)
    bound.post(f"{listed}{row.pk}/change/", {"name": "Mine", "summary": "Mine"})
    bound.post(f"{listed}{row.pk}/delete/", {"post": "yes"})
    for name in actions:
        press = {"action": name, "_selected_action": [row.pk], "post": "yes"}
        assert is_silent(bound.post(listed, press)), (listed, name)
    assert _values(_fresh(row)) == _values(before), listed


def _fresh(row: Model) -> Model:
    return type(row)._default_manager.get(pk=row.pk)


def _values(row: Model) -> dict[str, Any]:
    return {field.attname: field.value_from_object(row) for field in row._meta.fields}


POSTS = [
    "/admin/history/{staff_version}/restore/",
    "/admin/import/{staff_delivery}/apply/",
    "/admin/import/{staff_delivery}/undo/",
    "/admin/approvals/{conversations_message}/",
    "/admin/requests/{reservations_request}/",
    "/admin/requests/{reservations_request}/assign/",
    "/admin/requests/{reservations_request}/note/",
    "/admin/review/{conversations_turn}/",
    "/admin/inspector/{conversations_turn}/",
    "/admin/gaps/start/?",
    "/admin/gaps/close/?",
    "/admin/import/sheet/",
]


@pytest.mark.usefixtures("bare_sidebar")
def test_it_names_no_foreign_row_on_any_page(bound: Client, theirs: Rows) -> None:
    for pattern in PAGES:
        answer = bound.get(address_of(pattern, theirs), follow=True)
        assert answer.status_code in {200, 403, 404}, pattern
        assert is_silent(answer), pattern


def test_it_refuses_every_act_on_a_foreign_row(bound: Client, theirs: Rows) -> None:
    before = {label: _values(_fresh(row)) for label, row in theirs.items()}
    form = {"property": theirs["properties.property"].pk, "send": "1", "text": "x"}
    for pattern in POSTS:
        answer = bound.post(address_of(pattern, theirs), form)
        assert answer.status_code in {403, 404}, pattern
        after = {label: _values(_fresh(row)) for label, row in theirs.items()}
        assert after == before, pattern
    assert GapWork.objects.count() == 1


@pytest.mark.usefixtures("bare_sidebar")
def test_it_shows_the_same_rows_to_staff_of_their_property(
    bound: Client, sams_account: User, theirs: Rows, foxwoods: Property
) -> None:
    """Otherwise an empty page would pass for a closed one."""
    factories.assign(sams_account, foxwoods)
    for label in of_property():
        assert is_silent(bound.get(_listed(label))) == (label in closed()), label
    StaffAccess.objects.filter(user=sams_account).update(all_properties=True)
    for label in closed():
        assert not is_silent(bound.get(_listed(label))), label


def _listed(label: str) -> str:
    return f"/admin/{label.replace('.', '/')}/"
