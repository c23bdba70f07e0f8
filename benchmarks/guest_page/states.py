"""The states that a guest page can be in, and how each is come by.

The site is real; what cannot be had at will (half an answer, a fault) is held back or
told on the websocket.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.async_api import WebSocketRoute as AsyncRoute
from playwright.sync_api import Page, WebSocketRoute

QUESTION = "Compare the restaurants Tuscany and Ballo"
PIECES_SHOWN = 3
LAST = ".exchange:last-of-type"
State = Callable[[Page, str], None]


def ask(page: Page, text: str) -> None:
    page.fill("#ask", text)
    page.press("#ask", "Enter")
    page.locator(f"{LAST} :is(.answer, .care):not([aria-busy])").wait_for()


def first(page: Page, address: str) -> None:
    page.goto(address)


def conversation(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "What shows are on tonight?")
    if page.locator(f"{LAST} .source:visible").count() == 0:
        page.locator(f"{LAST} .sources button").first.click()


def side_by_side(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, QUESTION)
    page.locator(".compare summary").click()
    page.locator(".compare").scroll_into_view_if_needed()


def streaming(page: Page, address: str) -> None:
    """Some words of the answer have come; the rest is held back."""
    page.route_web_socket("**/ws/**", held_back)
    page.goto(address)
    page.fill("#ask", QUESTION)
    page.press("#ask", "Enter")
    page.locator(".prose--live").wait_for()


def held_back(route: WebSocketRoute | AsyncRoute) -> None:
    server = route.connect_to_server()
    seen: list[object] = []

    def told(frame: str | bytes) -> None:
        held = json.loads(frame)
        kept = []
        for event in held.get("events", [held]):
            seen.extend([event] if event["type"] == "token" else [])
            is_late = event["type"] in ("sources", "followups", "done")
            if len(seen) <= PIECES_SHOWN and not is_late:
                kept.append(event)
        if kept:
            route.send(json.dumps({"events": kept}))

    server.on_message(told)


def loading(page: Page, address: str) -> None:
    """A conversation is known, and the server has not told of it yet."""
    page.route_web_socket("**/ws/**", lambda route: None)
    page.add_init_script("sessionStorage.setItem('concierge:mohegan-sun:thread', 'a')")
    page.goto(address)
    page.locator(".status:not([hidden])").wait_for()


def fault(page: Page, address: str) -> None:
    """The server tells of an error where the answer would end."""
    page.route_web_socket("**/ws/**", failed)
    page.goto(address)
    ask(page, "Is there free parking?")


def failed(route: WebSocketRoute | AsyncRoute) -> None:
    server = route.connect_to_server()

    def heard(frame: str | bytes) -> None:
        held = json.loads(frame)
        for event in held.get("events", [held]):
            place = {"turn": event.get("turn"), "seq": event.get("seq")}
            told = {**place, **FAULT} if event["type"] == "done" else event
            if told["type"] in ("history", "metadata", "error"):
                route.send(json.dumps(told))

    server.on_message(heard)


FAULT = {
    "type": "error",
    "message": "I could not finish this answer. The fault is on our side. You can ask "
    "again, or call 1-888-226-7711.",
    "reference": "K7M2",
    "phone": "1-888-226-7711",
    "tel": "tel:+18882267711",
}


def reconnecting(page: Page, address: str) -> None:
    conversation(page, address)
    page.context.set_offline(offline=True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(".inline-note").wait_for()
    page.locator(".inline-note").scroll_into_view_if_needed()


def care(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "I want to kill myself")


def feedback(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "Is there free parking?")
    page.get_by_role("button", name="Bad answer").click()


def menu(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "Is there free parking?")
    page.click("[popovertarget=menu]")


def changing(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "Is there free parking?")
    page.hover(LAST)
    page.locator(f"{LAST} .asked .icon-btn").click()


def trace(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "What is the dress code at Ballo?")
    page.locator(".tools .link").click()
    page.locator(".graph").wait_for()


def widget(page: Page, address: str) -> None:
    page.goto(f"{address}widget/")
    page.get_by_role("button", name="Ask the concierge").click()
    page.frame_locator("iframe").locator("#keep:not([hidden])").wait_for(
        state="attached"
    )


def privacy(page: Page, address: str) -> None:
    page.goto(f"{address}mohegan-sun/privacy/")


def spanish(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=es")


def french(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=fr")


def ridge(page: Page, address: str) -> None:
    page.goto(f"{address}foxwoods/")


def from_right_to_left(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("document.documentElement.dir = 'rtl'")
    ask(page, "What shows are on tonight?")


def closed(page: Page, address: str) -> None:
    page.goto(address)


STATES: tuple[State, ...] = (
    first,
    conversation,
    side_by_side,
    loading,
    streaming,
    reconnecting,
    fault,
    care,
    feedback,
    menu,
    changing,
    trace,
    widget,
    privacy,
    spanish,
    french,
    ridge,
    from_right_to_left,
    closed,
)
