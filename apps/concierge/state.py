"""What travels through the graph: JSON types and messages only."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.graph.message import add_messages

QueryType = Literal[
    "property_qa",
    "hours_schedule",
    "greeting",
    "off_topic",
    "gambling_advice",
    "action_request",
    "ambiguous",
    "age_verification",
    "patron_privacy",
]
Verdict = Literal["PASS", "RETRY", "FAIL"]


class Citation(TypedDict):
    """Where a sentence of the answer comes from; `n` is its mark in the text."""

    n: int
    item_id: int
    category: str
    title: str
    field: str
    field_label: str
    quote: str
    revision: int
    source: str
    url: str
    updated_at: str


class ConciergeState(TypedDict):
    """`messages` and `focus` live on; every other field belongs to one turn."""

    messages: Annotated[list[AnyMessage], add_messages]
    focus: str
    query_type: QueryType | None
    router_confidence: float
    guardrail: str
    retrieved_context: list[dict[str, Any]]
    validation_result: Verdict | None
    retry_count: int
    skip_validation: bool
    retry_feedback: str | None
    current_time: str
    sources_used: list[str]
    citations: list[Citation]
    active_agent: str | None
    extracted_fields: dict[str, Any]
    whisper_plan: dict[str, Any] | None
    delay_seconds: float
    sms_segments: list[str]
    answer_kind: Literal["answer", "care", "notice"]
    help: list[dict[str, str]]
    prompt_hash: str
    provider: str
    usage: dict[str, int]


def new_turn(text: str, message_id: str, current_time: str) -> dict[str, Any]:
    """Input of a run: the guest's message, and every per-turn field at its start."""
    return {
        "messages": [HumanMessage(text, id=message_id)],
        "query_type": None,
        "router_confidence": 0.0,
        "guardrail": "",
        "retrieved_context": [],
        "validation_result": None,
        "retry_count": 0,
        "skip_validation": False,
        "retry_feedback": None,
        "current_time": current_time,
        "sources_used": [],
        "citations": [],
        "active_agent": None,
        "extracted_fields": {},
        "whisper_plan": None,
        "delay_seconds": 0.0,
        "sms_segments": [],
        "answer_kind": "answer",
        "help": [],
        "prompt_hash": "",
        "provider": "",
        "usage": {},
    }
