"""The states of the guest page, and the steps that lead to each.

The site is real. Half an answer and a fault are made on the websocket, where frames are
held back or replaced.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import WebSocketRoute as AsyncRoute
from playwright.sync_api import Page, WebSocketRoute

QUESTION = "Compare the restaurants Tuscany and Ballo"
TOKENS_SHOWN = 3
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
    """Some words of the answer have arrived; later ones are held back."""
    page.route_web_socket("**/ws/**", hold_back)
    page.goto(address)
    page.fill("#ask", QUESTION)
    page.press("#ask", "Enter")
    page.locator(".prose--live").wait_for()


def hold_back(route: WebSocketRoute | AsyncRoute) -> None:
    """Passes the first tokens of an answer on and nothing that follows them."""
    server = route.connect_to_server()
    tokens: list[object] = []

    def pass_on(frame: str | bytes) -> None:
        events = []
        for event in _events(frame):
            tokens.extend([event] if event["type"] == "token" else [])
            is_late = event["type"] in ("sources", "followups", "done")
            if len(tokens) <= TOKENS_SHOWN and not is_late:
                events.append(event)
        if events:
            route.send(json.dumps({"events": events}))

    server.on_message(pass_on)


def _events(frame: str | bytes) -> list[dict[str, Any]]:
    message = json.loads(frame)
    events: list[dict[str, Any]] = message.get("events", [message])
    return events


def typed_ahead(page: Page, address: str) -> None:
    """The next question is written before the answer has ended."""
    streaming(page, address)
    page.fill("#ask", "And which of them is cheaper?")
    page.press("#ask", "Enter")


def loading(page: Page, address: str) -> None:
    """The page knows a conversation that the server has not sent yet."""
    page.route_web_socket("**/ws/**", lambda route: None)
    page.add_init_script("sessionStorage.setItem('concierge:mohegan-sun:thread', 'a')")
    page.goto(address)
    page.locator(".status:not([hidden])").wait_for()


def fault(page: Page, address: str) -> None:
    """An error arrives where the answer would end."""
    page.route_web_socket("**/ws/**", fail)
    page.goto(address)
    ask(page, "Is there free parking?")


def fail(route: WebSocketRoute | AsyncRoute) -> None:
    """Sends an error in the place of the answer."""
    server = route.connect_to_server()

    def pass_on(frame: str | bytes) -> None:
        for event in _events(frame):
            if event["type"] == "done":
                position = {"turn": event.get("turn"), "seq": event.get("seq")}
                route.send(json.dumps({**position, **FAULT}))
            elif event["type"] in ("history", "metadata", "error"):
                route.send(json.dumps(event))

    server.on_message(pass_on)


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


def sharing(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "Is there free parking?")
    page.click("[popovertarget=menu]")
    page.get_by_role("button", name="Share or send to my phone").click()
    page.get_by_role("textbox", name="Link").wait_for()


def shared(page: Page, address: str) -> None:
    """What others read."""
    sharing(page, address)
    url = page.get_by_role("textbox", name="Link").input_value()
    page.goto(address + urlsplit(url).path.removeprefix("/"))


def on_the_map(page: Page, address: str) -> None:
    page.goto(address)
    ask(page, "What is the dress code at Ballo?")
    page.locator(".card").first.get_by_role("button", name="On the map").click()
    page.locator("#map-panel h2").first.wait_for()


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
    typed_ahead,
    reconnecting,
    fault,
    care,
    feedback,
    menu,
    sharing,
    shared,
    on_the_map,
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
