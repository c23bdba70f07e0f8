"""Alice is in danger with a phone in her hand: the numbers are in her sight."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.async_api import Locator, Page, WebSocketRoute, expect

from apps.conversations.models import Alert
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.browser import Complaints, ask
from tests.site import Site, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]
COLLAPSED = "My husband collapsed and is not breathing"


@pytest.fixture
def house(resort: Property) -> Property:
    """`resort` with an emergency number, a security desk and a second helpline."""
    law = resort.jurisdiction
    factories.HelplineFactory.create(
        jurisdiction=law,
        purpose="emergency",
        name="Emergency services",
        phone="911",
        note="When somebody is in danger right now.",
    )
    factories.HelplineFactory.create(
        jurisdiction=law,
        name="National Problem Gambling Helpline",
        phone="1-800-697-3738",
        vanity="1-800-MY-RESET",
    )
    factories.HelplineFactory.create(
        jurisdiction=law,
        purpose="self_exclusion",
        name="Connecticut self-exclusion",
        phone="",
        website="ct.gov/selfexclusion",
        note="Kept by the Department of Consumer Protection.",
    )
    resort.security_phone = "1-888-555-0199"
    resort.save()
    return resort


async def open_page(page: Page, site: Site, language: str = "en") -> None:
    async with page.expect_websocket():
        await page.goto(f"{site.url}/?lang={language}")


async def lose_signal(page: Page) -> None:
    await page.context.set_offline(offline=True)
    await page.evaluate("dispatchEvent(new Event('offline'))")


async def is_in_sight(page: Page, element: Locator) -> bool:
    """Whether all of it is between the header and the composer, without scrolling."""
    box = await element.bounding_box()
    header = await page.locator(".header").bounding_box()
    composer = await page.locator(".composer").bounding_box()
    assert box is not None
    assert header is not None
    assert composer is not None
    is_below = box["y"] >= header["y"] + header["height"]
    return is_below and box["y"] + box["height"] <= composer["y"]


@pytest.mark.parametrize("question_count", [0, 3])
async def test_without_a_signal_the_page_itself_says_whom_to_call(
    site: Site, house: Property, page: Page, complaints: Complaints, question_count: int
) -> None:
    await open_page(page, site)
    for number in range(question_count):
        await ask(page, "Is parking free?")
        await expect(page.locator(".answer .tools")).to_have_count(number + 1)
    await lose_signal(page)
    await ask(page, COLLAPSED)
    numbers = page.locator(".signal .help a")
    await expect(numbers.first).to_have_attribute("href", "tel:911")
    addresses = [await link.get_attribute("href") for link in await numbers.all()]
    assert addresses == ["tel:911", "tel:+18885550199"]
    signal = page.locator(".signal")
    await expect(signal).to_contain_text("has not been sent")
    await expect(signal.locator(".inline-note")).to_have_count(1)
    # The numbers follow at once on the words that lead to them.
    await expect(signal.locator(".inline-note")).not_to_contain_text("call")
    await expect(signal.locator("p:has(+ .help)")).to_contain_text("call:")
    await expect(page.locator(".status:visible, #stop:visible")).to_have_count(0)
    for link in await numbers.all():
        assert await is_in_sight(page, link)
    await page.context.set_offline(offline=False)
    complaints.clear()  # the browser says what the test has done
    await expect(page.locator(".care")).to_be_visible()
    await expect(page.locator(".signal .help")).to_have_count(0)


async def test_after_an_answer_with_helplines_they_are_there_without_a_signal(
    site: Site, house: Property, page: Page, complaints: Complaints
) -> None:
    await open_page(page, site)
    await ask(page, "I want to kill myself")
    await expect(page.locator(".care .help")).to_be_visible()
    await lose_signal(page)
    await ask(page, "are you there?")
    numbers = page.locator(".signal .help a")
    await expect(numbers.first).to_have_attribute("href", "tel:911")
    addresses = [await link.get_attribute("href") for link in await numbers.all()]
    assert addresses == [
        "tel:911",
        "tel:+18885550199",
        "tel:988",
        "sms:988",
        "tel:+18887897777",
        "tel:+18006973738",
    ]
    await page.context.set_offline(offline=False)
    complaints.clear()


class Silence:
    """Relays a page's sockets; from its last question on, the page hears nothing."""

    begins_with = "question that ends it"
    is_on = False

    def relay(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def to_server(frame: str | bytes) -> None:
            self.is_on = self.is_on or self.begins_with in str(frame)
            server.send(frame)

        def to_browser(frame: str | bytes) -> None:
            if not self.is_on:
                browser.send(frame)

        browser.on_message(to_server)
        server.on_message(to_browser)


async def test_what_was_sent_as_the_page_was_left_is_still_the_newest(
    site: Site, house: Property, page: Page, complaints: Complaints
) -> None:
    """The page is reloaded after its question has left and before it knows so."""
    silence = Silence()
    await page.route_web_socket("**/ws/**", silence.relay)
    await open_page(page, site)
    for number in range(2):
        await ask(page, "Is parking free?")
        await expect(page.locator(".answer .tools")).to_have_count(number + 1)
    await lose_signal(page)
    silence.begins_with = COLLAPSED
    await ask(page, COLLAPSED)
    await expect(page.locator(".signal .help a").first).to_be_visible()
    await page.context.set_offline(offline=False)
    complaints.clear()  # the browser says what the test has done
    await database_threads.run(wait_for, Alert.objects.exists)
    await page.unroute_all()
    silence.begins_with, silence.is_on = "nothing more", False
    for _ in range(2):
        await page.reload()
        await expect(page.locator(".care")).to_be_visible()
        await expect(page.locator(".asked p").last).to_contain_text(COLLAPSED)
        unsent_text = "sessionStorage.getItem('concierge:mohegan-sun:unsent')"
        assert await page.evaluate(unsent_text) is None


async def test_a_lost_signal_alone_shows_no_helplines(
    site: Site, house: Property, page: Page, complaints: Complaints
) -> None:
    await open_page(page, site)
    await ask(page, "Is parking free?")
    await expect(page.locator(".answer .tools")).to_be_visible()
    await lose_signal(page)
    await expect(page.locator(".signal")).to_contain_text("The signal dropped")
    await expect(page.locator(".signal .help")).to_have_count(0)
    await page.context.set_offline(offline=False)
    complaints.clear()


async def test_the_numbers_are_explained_in_the_guests_language(
    site: Site, house: Property, page: Page, complaints: Complaints
) -> None:
    await open_page(page, site, "es")
    await lose_signal(page)
    await ask(page, "Mi marido no respira")
    signal = page.locator(".signal")
    await expect(signal).to_contain_text("Servicios de emergencia")
    await expect(signal).to_contain_text("no se ha enviado")
    await expect(signal).not_to_contain_text("Emergency services")
    await page.context.set_offline(offline=False)
    complaints.clear()


@pytest.mark.parametrize(
    ("texts", "answer", "button", "second_button"),
    [
        (
            ("Mi marido no respira", "sí"),
            "pida ayuda ahora mismo",
            "Llame al 911",
            "",
        ),
        (
            ("Mon mari ne respire plus", "oui"),
            "appelez à l'aide tout de suite",
            "Appelez le 911",
            "",
        ),
        (("Meu marido não respira",), "peça ajuda agora mesmo", "Ligue para 911", ""),
        (
            ("Quiero matarme",),
            "Me alegr",
            "Llame al 988",
            "Envíe un mensaje al 988",
        ),
    ],
)
async def test_a_cry_for_help_is_answered_in_its_own_language(
    site: Site,
    house: Property,
    page: Page,
    texts: Sequence[str],
    answer: str,
    button: str,
    second_button: str,
) -> None:
    """The page is in English; the guest is not."""
    await open_page(page, site)
    for number, text in enumerate(texts, 1):
        await ask(page, text)
        await expect(page.locator(".care .help")).to_have_count(number)
    await expect(page.locator(".care .prose").first).to_contain_text(answer)
    for help_list in await page.locator(".care .help").all():
        buttons = help_list.locator("b")
        await expect(buttons.first).to_have_text(button)
        if second_button:
            await expect(buttons.nth(1)).to_have_text(second_button)
    english = page.locator(".care", has_text="Call")
    await expect(english).to_have_count(0)


IN_NEED = [
    ("en", COLLAPSED, "Then tell the nearest member of staff"),
    ("es", "Mi marido no respira", "Después avise al empleado"),
    ("fr", "Mon mari ne respire plus", "Prévenez ensuite"),
    ("en", "I lost my rent and I can't stop gambling", "At Mohegan Sun you can"),
    ("es", "No puedo dejar de jugar", "En Mohegan Sun también puede"),
]


@pytest.mark.parametrize(("language", "text", "what_follows"), IN_NEED)
async def test_the_numbers_come_before_what_can_wait(
    site: Site, house: Property, page: Page, language: str, text: str, what_follows: str
) -> None:
    await open_page(page, site, language)
    await ask(page, text)
    numbers = page.locator(".help a")
    await expect(numbers.first).to_be_visible()
    for link in await numbers.all():
        assert await is_in_sight(page, link)
    last = await numbers.last.bounding_box()
    following = await page.locator(".prose p", has_text=what_follows).bounding_box()
    assert last is not None
    assert following is not None
    assert last["y"] + last["height"] <= following["y"]
    await expect(page.locator(".prose ul:visible")).to_have_count(1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I want to kill myself"),
        ("es", "Quiero matarme"),
        ("fr", "Je veux mourir"),
    ],
)
async def test_all_lines_of_a_crisis_fit_a_phone(
    site: Site, house: Property, page: Page, language: str, text: str
) -> None:
    await page.set_viewport_size({"width": 360, "height": 780})
    await open_page(page, site, language)
    await ask(page, text)
    numbers = page.locator(".care .help a")
    await expect(numbers.first).to_have_attribute("href", "tel:988")
    assert await numbers.count() >= 5
    for link in await numbers.all():
        assert await is_in_sight(page, link)
    await page.set_viewport_size({"width": 320, "height": 780})
    assert await page.evaluate("document.documentElement.scrollWidth") == 320
