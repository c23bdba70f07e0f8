"""The links of an answer lead to websites, never to a page of ours or to a script."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from apps.catalog.models import Restaurant
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
RENDER = """
async (address) => {
  const module = (name) => import(`/static/webchat/js/answer/${name}.js`);
  const [{ Sources }, { cards }, { Prose }] =
    await Promise.all(["sources", "cards", "prose"].map(module));
  const say = (words) => words;
  const source = { n: 1, title: "Ballo", field_label: "", quote: "x", url: address };
  const prose = new Prose(say);
  const link = document.createElement("a");
  link.setAttribute("href", address);
  prose.settle(link.outerHTML);
  const rail = document.createElement("div");
  rail.append(...cards([{ kind: "restaurant", title: "Ballo", link: address }], say));
  const shown = [
    new Sources([source], say).element.querySelector("a[href]"),
    // Not the way to the resort, which every card offers besides.
    rail.querySelector("a.action"),
    prose.element.querySelector("a[href]"),
  ];
  return shown.map((link) => link?.href ?? "");
}
"""
# What answers of long ago may hold, and where a press leads.
LINKS = {
    "ballo.example/menu": "https://ballo.example/menu",
    "http://ballo.example/": "http://ballo.example/",
    "javascript:alert(1)": "",
    "javascript://ballo.example/%0aalert(1)": "",
    "data:text/html,x": "",
    "/admin/": "",
    "//ballo.example": "https://ballo.example/",
    "ask at the desk": "",
    "https://sam:secret@ballo.example/": "",
    "tel:+18882267711": "",
}


async def test_it_opens_the_website_of_a_source(site: Site, page: Page) -> None:
    async for ballo in Restaurant.objects.all():
        ballo.website = "ballo.example/menu"
        await ballo.asave()
    await page.goto(site.url)
    await page.fill("#ask", "What is the dress code at Ballo?")
    await page.press("#ask", "Enter")
    await expect(page.locator(".answer .prose")).to_contain_text("smart casual")
    visit = page.locator(".card").get_by_role("link", name="Visit the page")
    for link in (page.locator(".source a"), visit):
        await expect(link).to_have_attribute("href", "https://ballo.example/menu")


async def test_it_links_to_websites_alone(site: Site, page: Page) -> None:
    await page.goto(site.url)
    for address, expected in LINKS.items():
        shown = await page.evaluate(RENDER, address)
        assert shown == [expected, expected, expected], address
