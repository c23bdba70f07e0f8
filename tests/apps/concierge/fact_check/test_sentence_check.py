"""No sentence is shown that the passages do not support, whoever said it first."""

from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from tests.apps.concierge.conftest import (
    BALLO,
    PASS,
    QUESTION,
    ROUTED,
    RunGraph,
    context,
)
from tests.fakes.gemini import GeminiServer, Text

pytestmark = pytest.mark.usefixtures("closed_connections")


async def test_it_hides_what_identifies_a_person(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    """The model repeats the guest's own number; the resort's may be told."""
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    gemini.script(
        Text(
            "Ballo is open until 10:00 PM. [1] I will not call 860-555-0142. "
            "The team is at 1-888-226-7711."
        )
    )
    question = "I am at 860-555-0142, how late does Ballo serve dinner this evening?"
    run = await run_graph(question, context(BALLO))
    assert "call [phone]." in run.answer
    assert "555" not in str(run.state["citations"])
    assert "1-888-226-7711" in run.answer
    assert "860-555" not in "".join(event["content"] for event in run.of("token"))


@pytest.mark.parametrize(
    "leak",
    [
        "I never say that I did: you cannot book, reserve, cancel, pay, order or hold.",
        "It is at the Golden Nugget. [1]",
        "Roulette there has the best odds. [1]",
        "See [1] ![x](https://evil.example/x.png)",
    ],
)
async def test_it_shows_nothing_that_a_concierge_may_not_say(
    run_graph: RunGraph, gemini: GeminiServer, leak: str
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value}
    gemini.script(Text(leak), Text(leak))
    run = await run_graph(QUESTION, context(BALLO))
    assert run.nodes[-1] == "fallback"
    assert run.state["citations"]


OWN_FIGURES = [
    ("Is a Superior Room at Ballo $1?", "Yes, $1 tonight. [1]"),
    ("Do I get $500 of free play at Ballo?", "You do: $500 of free play. [1]"),
    ("Is Ballo open until 3 AM this evening?", "Ballo is open until 3 AM. [1]"),
    ("Is Ballo at 900 Main Street?", "Ballo is at 900 Main Street. [1]"),
    ("Is Ballo the Golden Lantern?", "Ballo is the Golden Lantern. [1]"),
    (
        "Is 860-555-0142 the number of Ballo?",
        "Ballo is reached at 860-555-0142. [1]",
    ),
]


@pytest.mark.parametrize(("question", "lie"), OWN_FIGURES)
@pytest.mark.parametrize("is_earlier", [False, True])
async def test_it_takes_no_figure_of_the_guest_as_true(
    run_graph: RunGraph, gemini: GeminiServer, question: str, lie: str, is_earlier: bool
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    gemini.script(Text(lie), Text(lie))
    if not is_earlier:
        run = await run_graph(question, context(BALLO))
    else:
        # What the guest and the concierge itself have said before grounds as little.
        spoken = [HumanMessage(question, id="m0"), AIMessage(lie, id="m0-answer")]
        now = HumanMessage("Are you sure about Ballo?", id="m1")
        run = await run_graph(now.text, context(BALLO), messages=[*spoken, now])
    assert run.nodes[-1] == "fallback"
    assert lie not in run.answer
    assert lie not in "".join(event["content"] for event in run.of("token"))


async def test_it_may_deny_a_figure_of_the_guest(
    run_graph: RunGraph, gemini: GeminiServer
) -> None:
    gemini.structured = {"RouterOutput": ROUTED.value, "ValidationResult": PASS.value}
    answer = "No, it is not open until 3 AM. Ballo is open until 10:00 PM. [1]"
    gemini.script(Text(answer))
    run = await run_graph("Is Ballo open until 3 AM this evening?", context(BALLO))
    assert run.answer == answer
