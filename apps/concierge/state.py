"""What travels through the graph: JSON types and messages only."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.graph.message import add_messages

# What a message is about, as the router classifies it; in the order of the weights that
# `routing.intent` has learnt.
IntentCategory = Literal[
    "property_qa",
    "hours_schedule",
    "greeting",
    "thanks",
    "small_talk",
    "off_topic",
    "gambling_advice",
    "action_request",
    "complaint",
    "lost_property",
    "ambiguous",
]
# Besides, what is recognised without the classifier.
QueryType = Literal[
    IntentCategory,
    "age_verification",
    "patron_privacy",
    "memory",
    "bookings",
    "telling",
]
Verdict = Literal["PASS", "RETRY", "FAIL"]


class Citation(TypedDict):
    """Where a sentence of the answer comes from; `n` is its marker in the text.

    One record may stand behind several sentences; `sentence` is the first of them.
    `verified_at`: when staff last confirmed the record; empty for never.
    """

    n: int
    item_id: int
    category: str
    title: str
    passage_id: int
    sentence: str
    field: str
    field_label: str
    quote: str
    revision: int
    source: str
    url: str
    updated_at: str
    verified_at: str


class ThreadState(TypedDict):
    """What outlives a turn.

    subject: what is talked about, as `knowledge.question.subject` stores it.

    care: ids of the messages in which each kind of trouble was found.

    ages: those that the guest has told, as `guardrails.known_ages` writes them.
    """

    messages: Annotated[list[AnyMessage], add_messages]
    focus: str
    subject: dict[str, Any]
    care: dict[str, list[str]]
    ages: dict[str, int]


THREAD_FIELDS = frozenset(ThreadState.__annotations__)


class ConciergeState(ThreadState):
    """What the nodes of a turn share. Its own fields are not stored with the thread.

    closing_reply: id of the fixed reply that follows the answer; empty for none.

    judgement: what the gate took the message for, how surely, by what, and what was
    done; empty for an ordinary one.

    is_in_part: whether the answer says that the records do not hold all that is asked,
    or leaves out a thing that is asked for.

    requests: cards of what the guest asks of the staff.

    wanted_tools: (name, arguments) of the tools that the message itself asks for.
    beside_tools: what it asks of the records besides; empty for nothing.
    tool_calls: what became of the latest calls, as `tools.calls` records it.
    tool_steps: how many calls there were in the turn.

    model: which one answered; fallback_reason: which ones did not, and why.

    booking_question: the part of the message about bookings, where the records are
    asked something besides, which is other_question. booking_reply: the `BookingReply`
    that follows the answer from the records, as plain data. Empty for most turns.
    """

    query_type: QueryType | None
    router_confidence: float
    guardrail: str
    judgement: dict[str, Any]
    alert: Literal["", "emergency", "crisis", "worry", "codes"]
    retrieved_context: list[dict[str, Any]]
    validation_result: Verdict | None
    retry_count: int
    skip_validation: bool
    retry_feedback: str | None
    unsupported_claim: str
    sources_used: list[str]
    citations: list[Citation]
    cards: list[dict[str, Any]]
    requests: list[dict[str, Any]]
    booking_question: str
    other_question: str
    booking_reply: dict[str, Any]
    followups: list[str]
    choices: list[str]
    closing_reply: str
    reading: dict[str, Any]
    wanted_tools: list[tuple[str, dict[str, Any]]]
    beside_tools: str
    tool_calls: list[dict[str, Any]]
    tool_steps: int
    active_agent: str | None
    whisper_plan: dict[str, Any] | None
    answer_kind: Literal["answer", "care", "notice"]
    is_in_part: bool
    help: list[dict[str, str]]
    prompt_hash: str
    provider: str
    model: str
    fallback_reason: str
    usage: dict[str, int]


def question_input(text: str, message_id: str) -> dict[str, Any]:
    """Input of a run: the guest's message."""
    return {"messages": [HumanMessage(text, id=message_id)]}


def new_turn() -> dict[str, Any]:
    """Every field that does not outlive the turn, at its start."""
    return {
        "query_type": None,
        "router_confidence": 0.0,
        "guardrail": "",
        "judgement": {},
        "alert": "",
        "retrieved_context": [],
        "validation_result": None,
        "retry_count": 0,
        "skip_validation": False,
        "retry_feedback": None,
        "unsupported_claim": "",
        "sources_used": [],
        "citations": [],
        "cards": [],
        "requests": [],
        "booking_question": "",
        "other_question": "",
        "booking_reply": {},
        "followups": [],
        "choices": [],
        "closing_reply": "",
        "reading": {},
        "wanted_tools": [],
        "beside_tools": "",
        "tool_calls": [],
        "tool_steps": 0,
        "active_agent": None,
        "whisper_plan": None,
        "answer_kind": "answer",
        "is_in_part": False,
        "help": [],
        "prompt_hash": "",
        "provider": "",
        "model": "",
        "fallback_reason": "",
        "usage": {},
    }
