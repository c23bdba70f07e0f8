"""The page of a property stands at its slug, so no other address begins with it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from apps.properties.models import Property
from tests.admin_form import Form

TAKEN = (
    *("admin", "api", "chat", "cms", "feedback", "graph", "health", "media"),
    *("metrics", "property", "static", "widget", "ws", "Admin"),
)


@pytest.mark.parametrize("slug", TAKEN)
def test_it_refuses_a_word_that_begins_an_address(mohegan: Property, slug: str) -> None:
    mohegan.slug = slug
    with pytest.raises(ValidationError) as refused:
        mohegan.full_clean()
    assert set(refused.value.message_dict) == {"slug"}


@pytest.mark.parametrize("slug", ["mohegan-sun", "administration", "privacy", "p"])
def test_it_takes_any_other_word(mohegan: Property, slug: str) -> None:
    mohegan.slug = slug
    mohegan.full_clean()


def test_it_tells_sam_in_the_form(sam: Client, mohegan: Property) -> None:
    form = Form(sam, f"/admin/properties/property/{mohegan.pk}/change/")
    assert not form.fill(slug="metrics").send().is_saved
    assert "begins other addresses of the site" in form.text
