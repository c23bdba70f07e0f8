"""The states of the guest page, and the steps that lead to each.

The site is real; `websocket_faults` makes half an answer and a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page

from benchmarks.guest_page.websocket_faults import fail, hold_back

QUESTION = "Compare the restaurants Tuscany and Ballo"
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


def person(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Talk to a person").click()


def memory(page: Page, address: str) -> None:
    """The question whether to remember stands below the panel."""
    page.goto(address)
    ask(page, "I'm vegetarian. What is the dress code at Ballo?")
    page.locator(".remembered").get_by_role("button", name="What I remember").click()
    page.locator("#memory-body[aria-busy=false]").wait_for()


def forgotten(page: Page, address: str) -> None:
    menu(page, address)
    page.get_by_role("button", name="Forget this chat").click()
    page.get_by_role("button", name="Erase it for good?").click()
    page.locator(".sky .inline-note").wait_for()


def at_a_place(page: Page, address: str) -> None:
    """The code at the door of a place has been read."""
    on_the_map(page, address)
    place = page.get_by_role("combobox").input_value()
    page.evaluate("sessionStorage.clear()")
    page.goto(f"{address}?place={place}")


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
    card = page.locator(".card").first
    card.get_by_text("More").click()
    card.get_by_role("button", name="On the map").click()
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
    person,
    memory,
    forgotten,
    sharing,
    shared,
    on_the_map,
    at_a_place,
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
