"""Photographs every state of the guest page.

    python -m benchmarks.guest_page.screenshots [STATE ...]

Pictures go to docs/screenshots/page, at three widths and in both colour schemes.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from apps.local_servers import paths
from benchmarks import site
from benchmarks.guest_page.states import STATES, State, closed, trace
from tests.browser import CHROMIUM, FLAGS

FOLDER = paths.PROJECT / "docs" / "screenshots" / "page"
SIZES = {360: 780, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")


def main(state_names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        site.prepared("page") as prepared_site,
        site.running(prepared_site) as web,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        address = f"http://127.0.0.1:{web.port}/"
        session = prepared_site.staff_session_key()
        for state in STATES:
            if not state_names or state.__name__ in state_names:
                with (
                    _paused(prepared_site)
                    if state is closed
                    else contextlib.nullcontext()
                ):
                    _take(browser, state, address, session if state is trace else "")
                sys.stdout.write(f"{state.__name__}\n")


def _take(browser: Browser, state: State, address: str, session: str) -> None:
    for width, height in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            if session:
                cookie: Any = {"name": "sessionid", "value": session, "url": address}
                context.add_cookies([cookie])
            page = context.new_page()
            state(page, address)
            page.wait_for_timeout(700)
            name = f"{state.__name__.replace('_', '-')}-{width}-{scheme}.webp"
            picture = Image.open(BytesIO(page.screenshot()))
            picture.save(FOLDER / name, "WEBP", quality=82, method=6)
            context.close()


@contextlib.contextmanager
def _paused(prepared_site: site.Site) -> Iterator[None]:
    change = "update properties_property set bot_mode = %s where slug = 'mohegan-sun'"
    with prepared_site.database() as database:
        database.execute(change, ["paused"])
        yield
        database.execute(change, ["live"])


if __name__ == "__main__":
    main(sys.argv[1:])
