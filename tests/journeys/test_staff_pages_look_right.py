"""The pages that staff use most, on a desk: axe-core finds nothing, and nothing is cut.

WCAG 2.2, levels A and AA, in both colour schemes, with a row of every table.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.async_api import Page

from apps.catalog.models import Item
from apps.properties.models import FeatureFlag, Property
from tests import accessibility
from tests.admin_form import Form
from tests.browser import Complaints, signed_in
from tests.rows_of_property import address_of, make_rows
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DARK = "dark => document.documentElement.classList.toggle('dark', dark)"
# Colours that are still changing are nobody's.
CHANGED = """Promise.all(document.getAnimations()
  .filter(each => each instanceof CSSTransition)
  .map(each => each.finished.catch(() => {})))"""
WIDTH = 1024
# A list is cut within its frame, and the page stays narrow.
WIDEST = """Math.max(document.documentElement.scrollWidth,
  document.querySelector('#result_list')?.offsetWidth ?? 0)"""
# Arrows beside the middle of their lists, and warnings of the clock of a "server".
MISPLACED = """() => {
  const middle = each => {
    const box = each.getBoundingClientRect()
    return box.top + box.height / 2
  }
  const arrows = 'select.appearance-none + .material-symbols-outlined'
  const isOff = arrow =>
    Math.abs(middle(arrow) - middle(arrow.previousElementSibling)) > 4
  return [
    ...document.querySelectorAll('.timezonewarning'),
    ...[...document.querySelectorAll(arrows)].filter(isOff),
  ].filter(each => each.checkVisibility()).map(each => each.outerHTML)
}"""
PAGES = (
    "/admin/",
    "/admin/conversations/alert/",
    "/admin/approvals/",
    "/admin/requests/",
    "/admin/conversations/conversation/",
    "/admin/conversations/conversation/{conversations_conversation}/change/",
    "/admin/reservations/reservation/",
    "/admin/gaps/",
    "/admin/playground/?property={properties_property}",
    "/admin/catalog/restaurant/",
    "/admin/catalog/restaurant/{catalog_restaurant}/change/",
    "/admin/catalog/restaurant/{catalog_restaurant}/change/?section=hours",
    "/admin/catalog/restaurant/{catalog_restaurant}/change/?section=publishing",
    "/admin/catalog/faqentry/add/",
    "/admin/catalog/item/",
    "/admin/drafts/",
    "/admin/rows/{catalog_restaurant}/draft/",
    "/admin/history/{catalog_restaurant}/",
    "/admin/documents/document/",
    "/admin/import/",
    "/admin/notifications/subscription/add/",
    "/admin/ops/",
    "/admin/runbook/",
    "/admin/team/",
)


@pytest.fixture
def addresses(resort: Property, admin_client: Client, admin_user: User) -> list[str]:
    """Of the pages, with a draft that waits for a second person."""
    Item.objects.all().delete()
    rows = make_rows(resort, "Cedar Grill", admin_user)
    grill = rows["catalog.restaurant"]
    FeatureFlag.objects.create(property=resort, key="second_person", is_on=True)
    form = Form(admin_client, f"/admin/catalog/restaurant/{grill.pk}/change/")
    form.fill(dress_code="Black tie", _draft="1")
    admin_client.post(form.address, form.values)
    return [address_of(page, rows) for page in PAGES]


async def test_the_pages_that_staff_use_most(
    site: Site,
    addresses: list[str],
    admin_client: Client,
    page: Page,
    complaints: Complaints,
) -> None:
    await page.set_viewport_size({"width": WIDTH, "height": 900})
    await page.emulate_media(reduced_motion="reduce")
    await page.context.add_cookies([signed_in(admin_client, site)])
    problems = [
        problem
        for address in addresses
        for problem in await _problems(page, f"{site.url}{address}")
    ]
    assert not problems, "\n".join(problems)
    complaints.clear()  # unfold asks for pictures that it does not bring


async def _problems(page: Page, address: str) -> list[str]:
    answer = await page.goto(address)
    assert answer
    assert answer.ok, address
    width = await page.evaluate(WIDEST)
    problems = [f"{address}: {width} px wide"] if width > WIDTH else []
    misplaced = await page.evaluate(MISPLACED)
    problems += [f"{address}: misplaced {element}" for element in misplaced]
    for is_dark, rules in ((False, accessibility.WCAG), (True, accessibility.COLOURS)):
        await page.evaluate(DARK, is_dark)
        await page.evaluate(CHANGED)
        if report := await accessibility.violations(page, rules=rules):
            problems.append(f"{address}: {report}")
    return problems
