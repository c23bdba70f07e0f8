"""Measures what the guest page costs a phone: bytes, time, layout shift and memory.

A real Chromium opens a site of its own whose models answer at once.
"""

from __future__ import annotations

import gzip
import time
from typing import Any

from playwright.sync_api import (
    CDPSession,
    Page,
    Response,
    ViewportSize,
    sync_playwright,
)

from benchmarks import site
from benchmarks.turns.guests import QUESTIONS
from tests.browser import CHROMIUM, FLAGS

PHONE: ViewportSize = {"width": 390, "height": 844}
# Milliseconds of a round trip, and bytes a second, by the name in the figures.
NETWORKS = {
    "slow_network": {
        "latency": 300,
        "downloadThroughput": 1.6e6 / 8,
        "uploadThroughput": 750e3 / 8,
    },
    "slow_3g": {
        "latency": 400,
        "downloadThroughput": 400e3 / 8,
        "uploadThroughput": 400e3 / 8,
    },
}
KINDS = {"document", "script", "stylesheet", "font", "image"}
ANSWERED = ".exchange:last-of-type .tools"
# Adds up layout shifts that the guest did not cause (Layout Instability API).
WATCH_LAYOUT_SHIFT = """
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) {
      if (!hadRecentInput) window.layoutShift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
"""


def measure(turns: int) -> list[dict[str, Any]]:
    """Rows of figures; memory is measured over `turns` questions, if any."""
    with (
        site.prepared(
            "page", STUB_MODELS="instant", MAX_MESSAGE_LIMIT="1000"
        ) as page_site,
        site.running(page_site) as web,
        sync_playwright() as playwright,
    ):
        address = f"http://127.0.0.1:{web.port}/"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

        def new_page() -> Page:
            return browser.new_context(viewport=PHONE).new_page()

        return [
            _measure_bytes(new_page(), address),
            *(_measure_network(new_page(), address, name) for name in NETWORKS),
            *([_measure_memory(new_page(), address, turns)] if turns else []),
        ]


def _measure_bytes(page: Page, address: str) -> dict[str, Any]:
    """Bytes of a first visit, compressed as a server would."""
    responses: list[Response] = []
    # A plain `append` cannot be marked as a listener.
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108
    page.goto(address, wait_until="networkidle")
    sizes: dict[str, int] = dict.fromkeys(sorted(KINDS), 0)
    for response in responses:
        body = response.body()
        kind = response.request.resource_type
        kind = kind if kind in KINDS else "image"
        sizes[kind] += len(body if kind == "font" else gzip.compress(body))
    total = sum(size for kind, size in sizes.items() if kind != "font")
    return {
        "first_load_kb_gzip_without_fonts": round(total / 1024, 1),
        **{f"{kind}_kb": round(size / 1024, 1) for kind, size in sizes.items()},
        "requests": len(responses),
        "foreign_requests": sum(
            not response.url.startswith(address) for response in responses
        ),
    }


def _measure_network(page: Page, address: str, name: str) -> dict[str, Any]:
    """Times a first visit and the first answer, and adds up the layout shift."""
    conditions = {"offline": False, **NETWORKS[name]}
    _devtools(page).send("Network.emulateNetworkConditions", conditions)
    page.add_init_script(WATCH_LAYOUT_SHIFT)
    opened_at = time.perf_counter()
    with page.expect_websocket():
        page.goto(address)
    ready = time.perf_counter() - opened_at
    first_paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    painted = page.evaluate(first_paint)
    page.evaluate("window.layoutShift = 0")
    asked_at = time.perf_counter()
    _ask(page, QUESTIONS[0])
    return {
        f"{name}_first_paint_s": round(painted / 1000, 2),
        f"{name}_ready_s": round(ready, 2),
        f"{name}_answer_s": round(time.perf_counter() - asked_at, 2),
        f"{name}_layout_shift_while_streaming": round(
            page.evaluate("window.layoutShift"), 4
        ),
    }


def _measure_memory(page: Page, address: str, turns: int) -> dict[str, Any]:
    """Heap and nodes after two fifths of the turns, and after all of them."""
    tools = _devtools(page)
    tools.send("Performance.enable")
    page.goto(address)
    measurements: list[tuple[float, float]] = []
    for number in range(1, turns + 1):
        _ask(page, QUESTIONS[number % len(QUESTIONS)])
        if number in (turns // 5 * 2, turns):
            measurements.append(_heap_and_nodes(tools))
    (early_heap, early_nodes), (late_heap, late_nodes) = measurements
    return {
        "turns": turns,
        "heap_mb_at_two_fifths": round(early_heap / 2**20, 2),
        "heap_mb_at_the_end": round(late_heap / 2**20, 2),
        "heap_ratio": round(late_heap / early_heap, 2),
        "nodes_ratio": round(late_nodes / early_nodes, 2),
    }


def _ask(page: Page, text: str) -> None:
    page.fill("#ask", text)
    page.press("#ask", "Enter")
    # A handle to an element would keep it in memory after it has left the page.
    page.locator(ANSWERED).wait_for()


def _heap_and_nodes(tools: CDPSession) -> tuple[float, float]:
    tools.send("HeapProfiler.collectGarbage")
    metrics = tools.send("Performance.getMetrics")["metrics"]
    values = {metric["name"]: metric["value"] for metric in metrics}
    return values["JSHeapUsedSize"], values["Nodes"]


def _devtools(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)
