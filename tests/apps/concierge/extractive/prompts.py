"""Prompts as the concierge gives them to its speaker, by hand."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from apps.concierge.answer.briefing import Briefing, SpeakerPrompt

UNKNOWN = "I am sorry, our records do not hold that. Guest services: 1-888-226-7711."
TODAY = date(2026, 11, 20)  # a Friday

BALLO = """restaurant | Ballo Italian Restaurant
[cuisine] Ballo Italian Restaurant serves Italian food.
[price_band] Prices at Ballo Italian Restaurant are upscale: $$$.
[dress_code] The dress code at Ballo Italian Restaurant is smart casual.
[reservations] Reservations at Ballo Italian Restaurant: recommended.
[summary] A contemporary trattoria with its own bakery. Sunday is gospel brunch.
[place] Ballo Italian Restaurant is at Casino of the Sky.
[hours] Ballo Italian Restaurant is open every day, 11:30 AM to 10:00 PM.
[now] Ballo Italian Restaurant: Open now until 10:00 PM."""
TUSCANY = """restaurant | Tuscany
[cuisine] Tuscany serves Italian food.
[price_band] Prices at Tuscany are fine-dining: $$$$.
[hours] Tuscany is open Saturday and Sunday, 5:00 PM to 10:00 PM; closed Friday.
[now] Tuscany: Closed now; opens Saturday at 5:00 PM."""
ROCKETS = """restaurant | Johnny Rockets
[cuisine] Johnny Rockets serves American food.
[price_band] Prices at Johnny Rockets are inexpensive: $.
[now] Johnny Rockets: Open 24 hours."""
SUITE = """room | Junior Suite
[rate_from] Rates for the Junior Suite start at $299 a night.
[size_sqft] The Junior Suite measures 650 sq ft.
[bath] Bath of the Junior Suite: soaking tub."""
DELUXE = """room | Deluxe Room
[rate_from] Rates for the Deluxe Room start at $169 a night.
[bath] Bath of the Deluxe Room: walk-in shower, no tub."""
SUPERIOR = """room | Superior Room
[bath] Bath of the Superior Room: bathtub and marble sink."""
BAND = """show | River Band
[at_venue] River Band takes place at Wolf Den.
[is_free] River Band is free, no ticket needed.
[performances] River Band plays tonight at 8:00 PM."""
COMIC = """show | Laugh Hour
[genre] Laugh Hour: stand-up comedy.
[performances] Laugh Hour plays tomorrow at 9:00 PM."""
COUNTRY = """show | Big Country Night
[performances] Big Country Night plays on Friday, November 27 at 7:30 PM."""
PARKING = """faq | Is there free parking?
[answer] Yes, self-parking is free in every garage. Valet parking is $20."""
POOL = """faq | Do you have a pool?
[answer] Yes, a heated indoor pool with a hot tub, for hotel guests."""
REWARDS = """promo | Momentum Rewards
[tiers] The tiers of Momentum Rewards are Core, Ignite and Ascend.
[tier_1] Momentum Rewards, Core tier: Points on every dollar.
[tier_3] Momentum Rewards, Ascend tier: Free valet and a dedicated host.
[how_to_join] Sign up free at any Momentum desk."""


def prompt(
    question: str,
    *passages: str,
    focus: str = "",
    history: Sequence[str] = (),
    retry: str = "",
) -> list[BaseMessage]:
    """history: guest and concierge in turn. retry: why an answer was rejected."""
    briefing = Briefing(
        passages=[_passage(text) for text in passages],
        focus=focus,
        today=TODAY,
        unknown=UNKNOWN,
        retry=retry,
    )
    earlier: list[BaseMessage] = [
        AIMessage(text) if turn % 2 else HumanMessage(text)
        for turn, text in enumerate(history)
    ]
    system = SpeakerPrompt(content="You are the concierge.", briefing=briefing)
    return [system, *earlier, HumanMessage(question)]


def _passage(text: str) -> dict[str, Any]:
    head, *lines = text.splitlines()
    kind, _, row = head.partition(" | ")
    facts = [line.removeprefix("[").split("] ", 1) for line in lines]
    sentences = [{"field": field, "text": text} for field, text in facts]
    return {
        "metadata": {
            "item_name": row,
            "title": row,
            "category": kind,
            "fits": "",
            "sentences": sentences,
        }
    }
