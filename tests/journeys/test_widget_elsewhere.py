"""The chat in the corner of a resort's own page, as its makers have set it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, Route, expect

from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
HOST = """<!doctype html><html lang="es"><title>Resort</title><body style="margin:0">
<p>Bienvenidos</p><script src="/static/webchat/widget.js" data-property="mohegan-sun"
data-position="left" data-colour="#ffd75e" data-language="es" data-label="Conserje"
data-close="Cerrar"></script></body></html>"""


@pytest.mark.parametrize("width", [320, 1440])
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
    await expect(button).to_have_css("background-color", "rgb(255, 215, 94)")
    await expect(button).to_have_css("color", "rgb(0, 0, 0)")
    await button.click()
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
