"""Sam gives a gap to Nora in a browser, dismisses it, and has it back."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from playwright.async_api import Page, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.accessibility import violations
from tests.apps.staff.gaps.questions import ask
from tests.browser import signed_in
from tests.site import Site

pytestmark = [pytest.mark.browser]
DARK = "dark => document.documentElement.classList.toggle('dark', dark)"


@pytest.fixture
def nora(resort: Property) -> User:
    user = factories.StaffFactory.create(username="nora")
    user.user_permissions.add(Permission.objects.get(codename="add_faqentry"))
    factories.assign(user, resort)
    return user


async def test_a_gap_is_assigned_dismissed_and_reopened(
    site: Site, sam: Client, resort: Property, nora: User, page: Page
) -> None:
    for text in ("Is there a dog park?", "Is there a park for dogs?"):
        await database_threads.run(ask, resort, text)
    await page.set_viewport_size({"width": 1024, "height": 900})
    await page.context.add_cookies([signed_in(sam, site)])
    await page.goto(f"{site.url}/admin/gaps/")
    gap = page.locator("[data-gap]")
    await expect(gap).to_have_count(1)
    await gap.get_by_label("Give it to").select_option("nora")
    await gap.get_by_role("button", name="Assign").click()
    await expect(gap).to_contain_text("With nora.")
    for scheme in ("light", "dark"):
        await page.evaluate(DARK, scheme == "dark")
        assert await violations(page, within="#content") == ""
    assert await page.evaluate("document.documentElement.scrollWidth") <= 1024
    await gap.get_by_role("button", name="Dismiss").click()
    await expect(gap).to_have_count(0)
    await page.get_by_text("Dismissed (1)").click()
    await page.get_by_role("button", name="Reopen Is there").click()
    await expect(gap).to_have_count(1)
