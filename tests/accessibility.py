"""What axe-core finds on a page in a browser."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from axe_playwright_python.base import AxeResults
from playwright.async_api import Page

# WCAG 2.2, levels A and AA.
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
# Colours differ by scheme, and nothing else does.
COLOURS = ("color-contrast",)
# Beside those, as readers of screens jump to it: axe counts it as a mere practice.
MAIN = {"landmark-one-main": {"enabled": True}}
RUN = "([within, options]) => axe.run(within, options)"


async def violations(
    page: Page, *, within: str = "html", rules: tuple[str, ...] = WCAG
) -> str:
    """A report; empty where nothing within the selector violates the rules."""
    # Reading the script takes 0.1 s, and describing all that passes half of a run.
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(Axe().axe_script)
    options = {"runOnly": [*rules], "rules": MAIN, "resultTypes": ["violations"]}
    report = AxeResults(await page.evaluate(RUN, [within, options]))
    return str(report.generate_report()) if report.violations_count else ""
