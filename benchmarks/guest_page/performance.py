"""What the guest page costs a phone: bytes, a slow network, jumps, memory.

A real Chromium on a site of its own whose models answer at once.
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
# Milliseconds there and back, and bits a second, as the browser's own tools name it.
SLOW = {"latency": 300, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
KINDS = {"document", "script", "stylesheet", "font", "image"}
SETTLED = ".exchange:last-of-type .tools"
# Sums what moves without the guest's hand, as the Layout Instability API counts it.
WATCH_JUMPS = """
  window.jumps = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) {
      if (!hadRecentInput) window.jumps += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
"""


def measure(turns: int) -> list[dict[str, Any]]:
    """Rows of figures; `turns` questions are asked for the memory."""
    with (
        site.prepared("page", STUB_MODELS="instant", MAX_MESSAGE_LIMIT="1000") as place,
        site.running(place) as web,
        sync_playwright() as playwright,
    ):
        address = f"http://127.0.0.1:{web.port}/"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        contexts = [browser.new_context(viewport=PHONE) for _ in range(3)]
        weight, slow, long = (one.new_page() for one in contexts)
        return [
            _weight(weight, address),
            _slow(slow, address),
            _memory(long, address, turns),
        ]


def _weight(page: Page, address: str) -> dict[str, Any]:
    """Bytes of a first visit, compressed as a server would."""
    seen: list[Response] = []
    page.on("response", lambda one: seen.append(one))  # noqa: PLW0108 - it marks them
    page.goto(address, wait_until="networkidle")
    sizes: dict[str, int] = dict.fromkeys(sorted(KINDS), 0)
    for one in seen:
        body = one.body()
        kind = one.request.resource_type
        kind = kind if kind in KINDS else "image"
        sizes[kind] += len(body if kind == "font" else gzip.compress(body))
    whole = sum(size for kind, size in sizes.items() if kind != "font")
    return {
        "first_load_kb_gzip_without_fonts": round(whole / 1024, 1),
        **{f"{kind}_kb": round(size / 1024, 1) for kind, size in sizes.items()},
        "requests": len(seen),
        "foreign_requests": sum(not one.url.startswith(address) for one in seen),
    }


def _slow(page: Page, address: str) -> dict[str, Any]:
    """From nothing to the first answer on a slow network, and what moved meanwhile."""
    _devtools(page).send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
    page.add_init_script(WATCH_JUMPS)
    begun = time.perf_counter()
    with page.expect_websocket():
        page.goto(address)
    ready = time.perf_counter() - begun
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    painted = page.evaluate(paint)
    page.evaluate("window.jumps = 0")
    asked = time.perf_counter()
    _ask(page, QUESTIONS[0])
    return {
        "slow_network_first_paint_s": round(painted / 1000, 2),
        "slow_network_ready_s": round(ready, 2),
        "slow_network_answer_s": round(time.perf_counter() - asked, 2),
        "layout_shift_while_streaming": round(page.evaluate("window.jumps"), 4),
    }


def _memory(page: Page, address: str, turns: int) -> dict[str, Any]:
    """Heap and nodes after a fifth of the turns, and after all of them."""
    tools = _devtools(page)
    tools.send("Performance.enable")
    page.goto(address)
    marks: list[tuple[float, float]] = []
    for number in range(1, turns + 1):
        _ask(page, QUESTIONS[number % len(QUESTIONS)])
        if number in (turns // 5 * 2, turns):
            marks.append(_held(tools))
    (early, few), (late, many) = marks
    return {
        "turns": turns,
        "heap_mb_at_two_fifths": round(early / 2**20, 2),
        "heap_mb_at_the_end": round(late / 2**20, 2),
        "heap_ratio": round(late / early, 2),
        "nodes_ratio": round(many / few, 2),
    }


def _ask(page: Page, text: str) -> None:
    page.fill("#ask", text)
    page.press("#ask", "Enter")
    # A handle to an element would keep it in memory after it has left the page.
    page.locator(SETTLED).wait_for()


def _held(tools: CDPSession) -> tuple[float, float]:
    tools.send("HeapProfiler.collectGarbage")
    told = tools.send("Performance.getMetrics")["metrics"]
    figures = {one["name"]: one["value"] for one in told}
    return figures["JSHeapUsedSize"], figures["Nodes"]


def _devtools(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)
