"""Reviews of answers by staff, and the evaluation cases that they make."""

from __future__ import annotations

from typing import Any

from apps.conversations.models import (
    EvaluationCase,
    EvaluationRun,
    Message,
    Review,
    Turn,
)
from apps.conversations.review.answer_checks import LOOKED_UP, Case, Report
from apps.llm.chat import provider
from apps.privacy.redaction import redact


def judge(turn: Turn, verdict: str, note: str, by: Any) -> Review:
    """Stores the verdict of a member of staff; a later one replaces it."""
    review, _ = Review.objects.update_or_create(
        turn=turn, defaults={"verdict": verdict, "note": redact(note), "by": by}
    )
    return review


def propose(turn: Turn) -> dict[str, Any]:
    """Values of an evaluation case for this turn, which staff correct."""
    messages = {message.role: message for message in turn.messages.all()}
    question, answer = messages["guest"], messages.get(Message.Role.CONCIERGE)
    sources = answer.citations if answer else []
    is_refused = bool(turn.guardrail) or turn.route not in LOOKED_UP
    expect = "refusal" if is_refused else "answer" if sources else "unknown"
    return {
        "ask": redact(question.text),
        "expect": expect,
        "says": list(dict.fromkeys(source["quote"][:200] for source in sources))[:3],
        "cites": sources[0]["title"] if sources else "",
        "language": question.language,
        "at": turn.asked_for or turn.created_at,
    }


def save_run(report: Report) -> EvaluationRun:
    """Stores the result of an evaluation for the dashboard."""
    return EvaluationRun.objects.create(
        provider=provider(),
        check_count=report.checked.total(),
        passed_count=report.passed.total(),
    )


def stored_cases() -> list[Case]:
    """All stored cases, for `eval_answers --reviewed`."""
    rows = EvaluationCase.objects.select_related("property").order_by("pk")
    return [
        Case(
            ask=row.ask,
            property=row.property.slug,
            expect=row.expect,  # type: ignore[arg-type]
            says=row.says,
            never=row.never,
            cites=row.cites,
            lang=row.language,
            at=row.at,
        )
        for row in rows
    ]
