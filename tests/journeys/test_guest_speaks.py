"""Alice speaks her question and has the answer read to her, on her own device only."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser import ask
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("resort")]
DICTATE = "Speak your question"
READ = "Read the answer aloud"
# A browser that recognises speech; `available` says where. A test lets it hear words.
RECOGNITION = """
window.SpeechRecognition = class {
  static asked = [];
  static async available(options) {
    this.asked.push(options);
    document.documentElement.dataset.asked = "";
    return "AVAILABLE";
  }
  get processLocally() { return this.local ?? false; }
  set processLocally(local) { this.local = local; }
  start() { window.heard = this; }
  abort() { this.isOver = true; }
  hear(...texts) {
    this.onresult({ results: texts.map((transcript) => [{ transcript }]) });
  }
};
navigator.mediaDevices.enumerateDevices = async () => [{ kind: "audioinput" }];
"""
# A browser with a voice; it keeps what it is given to read.
VOICE = """
const events = new EventTarget();
const voices = [{ lang: "en-GB", localService: LOCAL, default: true }];
Object.defineProperty(window, "speechSynthesis", { value: Object.assign(events, {
  read: [], getVoices: () => voices,
  speak(utterance) { this.read.push(utterance); },
  cancel() { this.isCancelled = true; },
}) });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


async def test_words_fill_the_field_and_are_sent_by_her(site: Site, page: Page) -> None:
    await page.add_init_script(RECOGNITION.replace("AVAILABLE", "available"))
    await page.goto(site.url)
    await page.fill("#ask", "Hello.")
    await page.get_by_role("button", name=DICTATE).click()
    await expect(page.locator("#count")).to_contain_text("stays on this device")
    assert await page.evaluate("window.heard.processLocally")
    await page.evaluate("window.heard.hear('is parking', ' free')")
    await expect(page.locator("#ask")).to_have_value("Hello. is parking free")
    await expect(page.locator(".exchange")).to_have_count(0)
    await page.press("#ask", "Enter")
    await expect(page.locator(".asked")).to_contain_text("Hello. is parking free")
    assert await page.evaluate("window.heard.isOver")
    await page.evaluate("window.heard.hear('late words')")
    await expect(page.locator("#ask")).to_have_value("")
    options = await page.evaluate("SpeechRecognition.asked[0]")
    assert options == {"langs": ["en-US"], "processLocally": True}


@pytest.mark.parametrize("answer", ["unavailable", "downloadable"])
async def test_nothing_listens_that_sends_her_voice_away(
    site: Site, page: Page, answer: str
) -> None:
    await page.add_init_script(RECOGNITION.replace("AVAILABLE", answer))
    await page.goto(site.url)
    await expect(page.locator("html[data-asked]")).to_be_attached()
    await expect(page.locator("#send")).to_be_visible()
    await expect(page.get_by_role("button", name=DICTATE)).to_have_count(0)


async def test_an_answer_is_read_until_she_has_heard_enough(
    site: Site, page: Page
) -> None:
    await page.add_init_script(VOICE.replace("LOCAL", "true"))
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    button = page.get_by_role("button", name=READ)
    await expect(button).to_be_visible()
    assert await page.evaluate("speechSynthesis.read.length") == 0
    await button.click()
    text = await page.evaluate("speechSynthesis.read[0].text")
    assert "smart casual" in text.lower()
    assert "Source" not in text
    await page.get_by_role("button", name="Stop reading").click()
    assert await page.evaluate("speechSynthesis.isCancelled")
    await expect(button).to_be_visible()


async def test_no_voice_of_anybody_else_reads(site: Site, page: Page) -> None:
    await page.add_init_script(VOICE.replace("LOCAL", "false"))
    await page.goto(site.url)
    await ask(page, "What is the dress code at Ballo?")
    await expect(page.locator(".tools")).to_be_visible()
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_role("button", name=READ)).to_have_count(0)
