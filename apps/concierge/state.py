"""What travels through the graph: JSON types and messages only."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.channels import UntrackedValue
from langgraph.graph.message import add_messages

QueryType = Literal[
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
    "age_verification",
    "patron_privacy",
]
Verdict = Literal["PASS", "RETRY", "FAIL"]


class Citation(TypedDict):
    """Where a sentence of the answer comes from; `n` is its marker in the text.

    One record may stand behind several sentences; `sentence` is the first of them.
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


class ConciergeState(TypedDict):
    """`messages`, `focus`, `subject` and `care` outlive the turn; others belong to it.

    subject: what is talked about, as `knowledge.question.subject` stores it.

    care: ids of the messages in which each kind of trouble was found.

    closing_reply: id of the fixed reply that follows the answer; empty for none.

    is_in_part: whether the answer says that the records do not hold all that is asked.

    Fields of one turn are not stored with the thread: they are worth nothing after it,
    and writing them costs more than the graph itself.
    """

    messages: Annotated[list[AnyMessage], add_messages]
    focus: str
    subject: dict[str, Any]
    care: dict[str, list[str]]
    query_type: Annotated[QueryType | None, UntrackedValue]
    router_confidence: Annotated[float, UntrackedValue]
    guardrail: Annotated[str, UntrackedValue]
    alert: Annotated[Literal["", "emergency", "crisis", "worry"], UntrackedValue]
    retrieved_context: Annotated[list[dict[str, Any]], UntrackedValue]
    validation_result: Annotated[Verdict | None, UntrackedValue]
    retry_count: Annotated[int, UntrackedValue]
    skip_validation: Annotated[bool, UntrackedValue]
    retry_feedback: Annotated[str | None, UntrackedValue]
    unsupported_claim: Annotated[str, UntrackedValue]
    sources_used: Annotated[list[str], UntrackedValue]
    citations: Annotated[list[Citation], UntrackedValue]
    cards: Annotated[list[dict[str, Any]], UntrackedValue]
    followups: Annotated[list[str], UntrackedValue]
    choices: Annotated[list[str], UntrackedValue]
    closing_reply: Annotated[str, UntrackedValue]
    reading: Annotated[dict[str, Any], UntrackedValue]
    active_agent: Annotated[str | None, UntrackedValue]
    whisper_plan: Annotated[dict[str, Any] | None, UntrackedValue]
    answer_kind: Annotated[Literal["answer", "care", "notice"], UntrackedValue]
    is_in_part: Annotated[bool, UntrackedValue]
    help: Annotated[list[dict[str, str]], UntrackedValue]
    prompt_hash: Annotated[str, UntrackedValue]
    provider: Annotated[str, UntrackedValue]
    usage: Annotated[dict[str, int], UntrackedValue]


def new_turn(text: str, message_id: str) -> dict[str, Any]:
    """Input of a run: the guest's message, and every per-turn field at its start."""
    return {
        "messages": [HumanMessage(text, id=message_id)],
        "query_type": None,
        "router_confidence": 0.0,
        "guardrail": "",
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
        "followups": [],
        "choices": [],
        "closing_reply": "",
        "reading": {},
        "active_agent": None,
        "whisper_plan": None,
        "answer_kind": "answer",
        "is_in_part": False,
        "help": [],
        "prompt_hash": "",
        "provider": "",
        "usage": {},
    }
