"""What the inspector shows of a turn, as plain data. Guests' words are redacted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from apps.catalog.models import Item
from apps.conversations.models import Message, Turn
from apps.conversations.replay import comparison
from apps.conversations.replay.plain_values import decode
from apps.privacy.redaction import redact
from apps.staff.review import answer_decisions
from apps.staff.review.answer_decisions import Decision

FACTS = "GuestMemory.facts"
Content = Mapping[str, Any]


def messages(turn: Turn) -> list[tuple[str, str]]:
    """(who, text) of the question and the answer."""
    return [
        (
            message.get_role_display(),
            message.text
            if message.role == Message.Role.CONCIERGE
            else redact(message.text),
        )
        for message in turn.messages.all()
    ]


def decisions(turn: Turn) -> list[Decision]:
    """What staff decided on the answer, if it waited for them."""
    place = turn.conversation.property
    return [
        decision
        for message in turn.messages.all()
        for decision in answer_decisions.of(message, place)
    ]


def nodes(turn: Turn) -> list[dict[str, Any]]:
    """The path of the turn; each node with its time, model, tokens and dollars."""
    costs = comparison.node_costs(turn.nodes)
    return [
        {
            "name": node["node"],
            "duration_ms": node["duration_ms"],
            "model": node.get("metadata", {}).get("model", ""),
            "cost": cost,
        }
        for node, cost in zip(turn.nodes, costs, strict=True)
    ]


def tools(turn: Turn) -> list[dict[str, Any]]:
    """The calls of tools: name, who asked, outcome, time and dollars."""
    calls = []
    for node in turn.nodes:
        calls += node.get("metadata", {}).get("tool_calls", ())
    return calls


def sources(turn: Turn) -> list[dict[str, Any]]:
    """The citations, with the address of the row's form or the document's page."""
    citations = [
        citation for message in turn.messages.all() for citation in message.citations
    ]
    rows = Item.objects.filter(pk__in=[citation["item_id"] for citation in citations])
    addresses = {row.pk: _form(row) for row in rows}
    return [
        {
            **citation,
            "address": addresses.get(citation["item_id"]) or citation.get("url", ""),
        }
        for citation in citations
    ]


def _form(row: Item) -> str:
    model = type(row.concrete)._meta.model_name
    return reverse(f"admin:catalog_{model}_change", args=[row.pk])


def facts(content: Content) -> list[str]:
    """What was remembered of the guest, and could be used: "Food: vegetarian"."""
    lines: dict[str, None] = {}
    for key, answers in content["answers"].items():
        if key.startswith(FACTS):
            for fact in (fact for answer in answers for fact in decode(answer)):
                lines[redact(fact.words)] = None
    return list(lines)


def calls(content: Content) -> list[dict[str, Any]]:
    """What each model was asked and what it replied, in order."""
    return [
        {
            "role": call["role"],
            "model": f"{call['provider']} {call['name']}",
            "hash": call["hash"][:12],
            "prompt": redact(prompt(call["request"])),
            "reply": redact(_reply(call)),
            "failure": call.get("failure", {}).get("kind", ""),
        }
        for call in content["models"]["calls"]
    ]


def prompt(request_json: Mapping[str, Any]) -> str:
    """A request as text, message by message."""
    return "\n\n".join(
        f"{message['type']}: {_text(message.get('content', ''))}"
        for message in request_json["messages"]
    )


def _reply(call: Mapping[str, Any]) -> str:
    if "filled_in" in call:
        return json.dumps(call["filled_in"], ensure_ascii=False)
    return "".join(_text(chunk["content"]) for chunk in call.get("chunks", ()))


def _text(content: Any) -> str:
    return content if isinstance(content, str) else json.dumps(content)
