"""Mallory has a colleague's session and types nonsense into every list and form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from urllib.parse import urlencode

import pytest
from django.contrib.admin.sites import site
from django.test import Client
from django.urls import reverse

from apps.conversations.models import Conversation
from apps.properties.model_admin import ModelAdmin
from tests import factories
from tests.project.test_hostile_values import VALUES

pytestmark = pytest.mark.slow

LOOKUPS = {
    "": "0",
    "__regex": "[]",
    "__contains": "0",
    "__startswith": "x",
    "__year__gte": "99999",
    "__date": "0",
    "__in": "²",
}
PREFILLED = ("superscript", "brackets", "broken bytes", "negative", "end of time")
ADMINS = {
    model._meta.label: model_admin for model, model_admin in site._registry.items()
}
# How many fields there are of each kind.
KINDS = Counter(
    type(field) for row in ADMINS.values() for field in row.opts.get_fields()
)
# CI tries every kind of field with everything, and each field with something of it.
EXTENTS = ["sample", pytest.param("all", marks=pytest.mark.nightly)]


def sampled(every: Sequence[str]) -> dict[tuple[str, str], Sequence[str]]:
    """What is tried with a field, by its admin and name: all of `every` with a field of
    a rare kind, and one after the other with fields of a kind that is everywhere."""
    turns = {kind: cycle(every) for kind in KINDS}
    return {
        (label, field.name): every
        if KINDS[type(field)] < len(every)
        else [next(turns[type(field)])]
        for label, row in ADMINS.items()
        for field in row.opts.get_fields()
    }


SAMPLED_LOOKUPS = sampled(list(LOOKUPS))
SAMPLED_VALUES = sampled(PREFILLED)


@pytest.fixture
def boss(transactional_db: None, bare_sidebar: None) -> Client:
    """May open every page, and every list has rows where that is easy."""
    place = factories.PropertyFactory.create()
    factories.RestaurantFactory.create(property=place)
    Conversation.objects.create(property=place, language="en")
    client = Client(raise_request_exception=False)
    client.force_login(factories.StaffFactory.create(is_superuser=True))
    return client


def lists(label: str, extent: str) -> Iterator[str]:
    """The list, looked up by every field: in every way, or in those of the sample."""
    opts = ADMINS[label].opts
    address = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    for field in opts.get_fields():
        sample = SAMPLED_LOOKUPS[label, field.name]
        for end in sample if extent == "sample" else LOOKUPS:
            yield f"{address}?{urlencode({field.name + end: LOOKUPS[end]})}"


def forms(label: str, extent: str) -> Iterator[str]:
    """The empty form with a value for every field: each value, or those of the sample.

    A field of the sample that has had its values begins with them again.
    """
    opts = ADMINS[label].opts
    address = reverse(f"admin:{opts.app_label}_{opts.model_name}_add")
    names = [field.name for field in opts.get_fields()]
    values = {
        name: SAMPLED_VALUES[label, name] if extent == "sample" else PREFILLED
        for name in names
    }
    for number in range(max(map(len, values.values()))):
        query = {name: VALUES[row[number % len(row)]] for name, row in values.items()}
        yield f"{address}?{urlencode(query, errors='surrogateescape')}"


@pytest.mark.parametrize("label", ADMINS)
@pytest.mark.parametrize("extent", EXTENTS)
def test_it_looks_up_nothing_that_the_database_cannot(
    boss: Client, label: str, extent: str
) -> None:
    faults: list[tuple[int, str]] = []
    for address in lists(label, extent):
        status = boss.get(address).status_code
        faults += [(status, address[:120])] if status >= 500 else []
    assert not faults


@pytest.mark.parametrize("label", ADMINS)
@pytest.mark.parametrize("extent", EXTENTS)
def test_it_opens_every_form_whatever_it_is_prefilled_with(
    boss: Client, label: str, extent: str
) -> None:
    faults: list[tuple[int, str]] = []
    for address in forms(label, extent):
        status = boss.get(address).status_code
        faults += [(status, address[:120])] if status >= 500 else []
    assert not faults


def test_it_prefills_what_a_field_takes(boss: Client) -> None:
    row = factories.RestaurantFactory.create(name="Ballo")
    values: dict[str, str | int] = {
        "name": "Is Ballo open?",
        "about": row.pk,
        "answer": "Yes.",
    }
    page = boss.get("/admin/catalog/faqentry/add/", values)
    initial = page.context["adminform"].form.initial
    assert (initial["name"], initial["answer"]) == ("Is Ballo open?", "Yes.")
    assert str(initial["about"]) == str(row.pk)


@pytest.mark.parametrize("label", ADMINS)
def test_every_admin_judges_the_values_of_its_address(label: str) -> None:
    assert isinstance(ADMINS[label], ModelAdmin)


LINKS = [
    ("catalog/restaurant", "cuisine=Italian"),
    ("catalog/restaurant", "pk__in=1,2"),
    ("catalog/room", "in_tower__item_ptr__exact=1"),
    ("ops/incident", "closed_at__isempty=1"),
    ("conversations/conversation", "turns__guardrail=self_harm"),
    ("properties/recordchange", "jurisdiction__id__exact=1"),
    ("admin/logentry", "action_time__year=2026&action_time__month=11"),
]


@pytest.mark.parametrize(("path", "query"), LINKS)
def test_it_follows_the_links_of_its_own_filters(
    boss: Client, path: str, query: str
) -> None:
    page = boss.get(f"/admin/{path}/?{query}")
    assert page.status_code == 200
    assert page.context["cl"].params
