"""What staff have said of answers. The one writer of reviews and cases."""

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
    """The latest verdict counts."""
    review, _ = Review.objects.update_or_create(
        turn=turn, defaults={"verdict": verdict, "note": redact(note), "by": by}
    )
    return review


def proposed(turn: Turn) -> dict[str, Any]:
    """A case as the turn suggests it; staff put right what was wrong."""
    said = {message.role: message for message in turn.messages.all()}
    asked, told = said["guest"], said.get(Message.Role.CONCIERGE)
    sources = told.citations if told else []
    is_refused = bool(turn.guardrail) or turn.route not in LOOKED_UP
    expect = "refusal" if is_refused else "answer" if sources else "unknown"
    return {
        "ask": redact(asked.text),
        "expect": expect,
        "says": list(dict.fromkeys(one["quote"][:200] for one in sources))[:3],
        "cites": sources[0]["title"] if sources else "",
        "language": asked.language,
        "at": turn.asked_for or turn.created_at,
    }


def ran(report: Report) -> EvaluationRun:
    """Keeps what an evaluation came to, for the ops room."""
    return EvaluationRun.objects.create(
        provider=provider(),
        asked=report.asked.total(),
        passed=report.passed.total(),
    )


def cases() -> list[Case]:
    """Every case of staff, as `eval_answers` asks it."""
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
