"""The chat in the corner of a resort's own page, as its makers have set it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, Route, expect

from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.apps.catalog.test_resort_maps import make_map, put
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
PHONE = 320
COMMISSIONER = '"Concierge Commissioner", system-ui, sans-serif'
HOST = """<!doctype html><html lang="es"><title>Resort</title><body style="margin:0">
<p>Bienvenidos</p><script src="/static/webchat/widget.js" data-property="mohegan-sun"
data-position="left" data-colour="#ffd75e" data-language="ES-mx" data-label="Conserje"
data-close="Cerrar"></script></body></html>"""

PLAIN_HOST = """<!doctype html><html lang="ES-mx"><title>Resort</title><body>
<script src="/static/webchat/widget.js" data-property="mohegan-sun" data-sign="ridge">
</script></body></html>"""
RIDGE = re.compile(r"M2 18\.5h20M3 18\.5")
NO_FIELD_SIZING = """
const supports = CSS.supports.bind(CSS);
CSS.supports = (...asked) => asked[0] !== "field-sizing" && supports(...asked);
"""


@pytest.mark.parametrize("width", [PHONE, 1440])
async def test_it_stands_where_it_is_told_in_the_resorts_colour_and_language(
    site: Site, page: Page, width: int
) -> None:
    async def serve(route: Route) -> None:
        await route.fulfill(body=HOST, content_type="text/html; charset=utf-8")

    await page.set_viewport_size({"width": width, "height": 700})
    await page.route("**/resort.html", serve)
    await page.goto(f"{site.url}/resort.html")
    button = page.get_by_role("button", name="Conserje")
    box = await button.bounding_box()
    assert box
    assert box["x"] < 40
    assert box["height"] >= 44
    await expect(button.locator("svg")).to_be_visible()
    await expect(button).to_have_css("font-family", COMMISSIONER)
    await expect(button).to_have_css("background-color", "rgb(255, 215, 94)")
    await expect(button).to_have_css("color", "rgb(0, 0, 0)")
    await button.click()
    frame_box = await page.locator("iframe").bounding_box()
    assert frame_box
    is_whole = frame_box["width"] == width and frame_box["height"] == 700
    assert is_whole == (width == PHONE)
    close = page.get_by_role("button", name="Cerrar")
    await expect(close.locator("svg")).to_be_visible()
    corner = page.frame_locator("iframe")
    await expect(corner.locator("html")).to_have_attribute("lang", "es")
    await expect(corner.locator("#hello-title")).to_contain_text("conserje")
    await expect(corner.locator("#keep:not([hidden])")).to_be_attached()
    await page.keyboard.press("Escape")
    await expect(page.locator("iframe")).to_be_hidden()
    await button.click()
    for frame in page.frames:
        inner, wide = await frame.evaluate(
            "[innerWidth, document.documentElement.scrollWidth]"
        )
        assert wide <= inner
    await corner.locator("#ask").fill("What is the dress code at Ballo?")
    await corner.locator("#ask").press("Enter")
    await expect(corner.locator(".answer .prose")).to_contain_text("smart casual")
    await page.get_by_role("button", name="Cerrar").click()
    await expect(page.locator("iframe")).to_be_hidden()
    await expect(button).to_be_focused()


async def test_it_is_the_colour_of_the_night_with_a_frame_in_the_dark(
    site: Site, page: Page
) -> None:
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.emulate_media(color_scheme="dark")
    await page.goto(f"{site.url}/widget/")
    button = page.get_by_role("button", name="Ask the concierge")
    await expect(button).to_have_css("background-color", "rgb(146, 193, 188)")
    await button.click()
    await expect(page.locator("iframe")).to_have_css("border-top-width", "1px")
    await page.emulate_media(color_scheme="light")
    close = page.get_by_role("button", name="Close")
    await expect(close).to_have_css("background-color", "rgb(13, 76, 84)")


async def test_it_speaks_the_language_of_the_page_around_it(
    site: Site, page: Page
) -> None:
    async def serve(route: Route) -> None:
        await route.fulfill(body=PLAIN_HOST, content_type="text/html; charset=utf-8")

    await page.route("**/resort.html", serve)
    await page.goto(f"{site.url}/resort.html")
    button = page.get_by_role("button", name="Conserje")
    await expect(button.locator("path")).to_have_attribute("d", RIDGE)
    await button.click()
    await expect(page.get_by_role("button", name="Cerrar")).to_be_visible()
    corner = page.frame_locator("iframe").locator("html")
    await expect(corner).to_have_attribute("lang", "es")


async def test_on_a_phone_its_cross_covers_no_other(
    site: Site, resort: Property, page: Page
) -> None:
    """What closes a panel of the chat, and what closes the chat."""
    resort_map = await database_threads.run(make_map, resort)
    await database_threads.run(put, resort_map, "Zest", 0.5, 0.5)
    await page.goto(f"{site.url}/widget/")
    await page.get_by_role("button", name="Ask the concierge").click()
    corner = page.frame_locator("iframe")
    for name in ("What I remember", "Map of the resort"):
        await corner.locator("[popovertarget=menu]").click()
        await corner.get_by_role("button", name=name).click()
        panel = corner.get_by_role("dialog", name=name)
        await panel.get_by_role("button", name="Close", exact=True).click()
        await expect(panel).to_be_hidden()
        await expect(page.locator("iframe")).to_be_visible()


async def test_the_field_keeps_its_height_in_a_corner_that_is_closed(
    site: Site, page: Page
) -> None:
    """As in a browser where a script has to measure it."""
    await page.add_init_script(NO_FIELD_SIZING)
    await page.set_viewport_size({"width": 1440, "height": 900})
    await page.goto(f"{site.url}/widget/")
    await page.get_by_role("button", name="Ask the concierge").click()
    corner = page.frame_locator("iframe")
    await expect(corner.locator("#keep:not([hidden])")).to_be_attached()
    field = corner.locator("#ask")
    height = await field.evaluate("each => each.offsetHeight")
    await page.get_by_role("button", name="Close").click()
    await field.evaluate("each => each.dispatchEvent(new Event('input'))")
    await page.get_by_role("button", name="Ask the concierge").click()
    await expect(field).to_have_js_property("offsetHeight", height)


async def test_a_site_is_told_how_the_chat_gets_there(site: Site, page: Page) -> None:
    await page.goto(f"{site.url}/widget/")
    await expect(page.locator("h1")).to_contain_text("in the corner")
    await expect(page.locator("pre")).to_contain_text(
        f'<script src="{site.url}/static/webchat/widget'
    )
