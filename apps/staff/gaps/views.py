"""The pages of gaps: their list, a choice of rows, and answers before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from apps.catalog.demo.rows import SECTIONS
from apps.knowledge.indexing import phrasing_text
from apps.llm.failures import ModelUnavailable
from apps.properties import access
from apps.properties.models import Property
from apps.staff.gaps import (
    answers,
    clusters,
    form_fields,
    handling,
    recent_questions,
    resolution,
)
from apps.staff.gaps.answers import Answer
from apps.staff.gaps.clusters import Gap
from apps.staff.gaps.handling_views import PERMISSION
from apps.staff.gaps.meaning import QuestionVectors
from apps.staff.models import GapWork
from apps.staff.playground import trial, trial_link
from apps.staff.requests import people

MOST_SHOWN = 50
# Gaps shown with their nearest rows; the others only link to the playground.
MOST_EXPLAINED = 5
MOST_NEAREST = 3
MOST_WORKS = 10
MOST_WORDINGS = 10
MAX_NAME_CHARS = 200
# By the value of `?weight=`: the label, and which gaps have it or are with the reader.
WEIGHTS: dict[str, tuple[str, Callable[[Gap, bool], bool]]] = {
    "": ("All", lambda gap, is_mine: True),
    "unanswered": (
        "Not answered",
        lambda gap, is_mine: not (gap.is_in_part or gap.is_remark),
    ),
    "in_part": ("Answered in part", lambda gap, is_mine: gap.is_in_part),
    "remarks": ("Guests say", lambda gap, is_mine: gap.is_remark),
    "mine": ("Mine", lambda gap, is_mine: is_mine),
}
MODEL_NAMES = {model.KIND: model._meta.model_name for model in SECTIONS.values()}


@permission_required("conversations.view_conversation", raise_exception=True)
def gap_list(request: HttpRequest) -> HttpResponse:
    properties = {place.pk: place for place in access.properties(request.user)}
    vectors = QuestionVectors()
    questions = recent_questions.latest([*properties], timezone.now(), vectors)
    own_gaps = clusters.gaps(questions, vectors)
    weight = request.GET.get("weight", "")
    is_shown = WEIGHTS.get(weight, WEIGHTS[""])[1]
    with_holders = [
        (gap, holder, holder == request.user)
        for gap, holder in zip(own_gaps, handling.holders(own_gaps), strict=True)
    ]
    shown = [row for row in with_holders if is_shown(row[0], row[2])][:MOST_SHOWN]
    colleagues = {
        key: [
            (row.pk, people.name(row)) for row in people.may_decide(place, PERMISSION)
        ]
        for key, place in properties.items()
    }
    context = {
        **site.each_context(request),
        "title": "Gaps",
        "unanswered_count": len(recent_questions.without_answer(questions)),
        "weight": weight,
        "weights": [
            (key, label, sum(has_weight(gap, mine) for gap, _, mine in with_holders))
            for key, (label, has_weight) in WEIGHTS.items()
        ],
        "gaps": [
            {
                **_gap_context(
                    request,
                    gap,
                    properties[gap.property_id],
                    is_explained=number < MOST_EXPLAINED,
                ),
                "holder": people.name(holder),
                "holder_id": holder.pk if holder else None,
                "colleagues": colleagues[gap.property_id],
            }
            for number, (gap, holder, _) in enumerate(shown)
        ],
        "works": _works(request),
        "dismissed": access.mine(
            GapWork.objects.filter(is_dismissed=True), request.user
        )[:MOST_WORKS],
        "may_handle": request.user.has_perm(PERMISSION),
        "may_answer": any(_may_change(request, kind) for kind in MODEL_NAMES),
    }
    return render(request, "admin/staff/gaps.html", context)


def _works(request: HttpRequest) -> list[tuple[str, list[GapWork]]]:
    """The newest gaps that have an answer, by what became of them."""
    works = access.mine(GapWork.objects.exclude(item=None), request.user)
    states = (
        ("Being resolved", works.filter(asked_at=None)),
        ("Resolved", works.exclude(asked_at=None).exclude(closed_at=None)),
        ("Still not answered", works.exclude(asked_at=None).filter(closed_at=None)),
    )
    return [(state, list(rows[:MOST_WORKS])) for state, rows in states]


@require_POST
@permission_required("catalog.add_faqentry", raise_exception=True)
def start(request: HttpRequest) -> HttpResponse:
    """Open the form of a new FAQ entry; the gap is resolved once that is saved."""
    place, message_ids = form_fields.questions(request, request.POST)
    questions = resolution.questions(place, message_ids)
    initial = {
        "property": place.pk,
        "name": phrasing_text.plain("".join(questions[:1]))[:MAX_NAME_CHARS],
        "source": f"Staff of {place}",
        "gap": message_ids[: resolution.MOST_QUESTIONS],
    }
    query = urlencode(initial, doseq=True)
    return redirect(f"{reverse('admin:catalog_faqentry_add')}?{query}")


@permission_required("conversations.view_conversation", raise_exception=True)
def answer_page(request: HttpRequest) -> HttpResponse:
    """All fields of all rows, to choose the one that answers."""
    place, message_ids = form_fields.questions(request, request.GET)
    context = {
        **site.each_context(request),
        "title": "Which row answers it?",
        "property": place,
        "questions": resolution.questions(place, message_ids),
        "message_ids": message_ids,
        "answers": _changeable(request, answers.all_of(place)),
    }
    return render(request, "admin/staff/gap_answer.html", context)


@require_POST
@permission_required("conversations.view_conversation", raise_exception=True)
def close(request: HttpRequest) -> HttpResponse:
    """Store that a field of a row answers the questions."""
    place, message_ids = form_fields.questions(request, request.POST)
    answer = answers.find(place, request.POST.get("answer", ""))
    if answer is None:
        messages.error(request, f"{place} has no such row and field. Choose another.")
        return redirect("gaps")
    if not _may_change(request, answer.kind):
        raise PermissionDenied
    try:
        work = resolution.close(place, message_ids, answer, request.user)
    except ValidationError as error:
        messages.error(request, f"Not stored: {' '.join(error.messages)}")
        return redirect("gaps")
    text = f"From now on, {answer.row} answers this question: {answer.label}."
    messages.success(request, text)
    return redirect("gap", work.pk)


@require_POST
@permission_required("catalog.add_faqentry", raise_exception=True)
def checked(request: HttpRequest) -> HttpResponse:
    """Store that staff have compared what guests say with the records."""
    place, message_ids = form_fields.questions(request, request.POST)
    count = resolution.mark_checked(place, message_ids, request.user)
    if not count:
        messages.error(request, "Nothing of it is in the list any more.")
    return redirect("gaps")


def _may_change(request: HttpRequest, kind: str) -> bool:
    may: Any = request.user.has_perm(f"catalog.change_{MODEL_NAMES[kind]}")
    return bool(may)


def _changeable(request: HttpRequest, suggested: Iterable[Answer]) -> list[Answer]:
    return [answer for answer in suggested if _may_change(request, answer.kind)]


def _gap_context(
    request: HttpRequest, gap: Gap, place: Property, *, is_explained: bool
) -> dict[str, Any]:
    wordings = list(dict.fromkeys(question.text for question in gap.questions))
    # One message of each wording.
    message_ids = list(
        {question.text: question.message_id for question in gap.questions}.values()
    )[: resolution.MOST_QUESTIONS]
    is_question = not gap.is_remark
    answer_query = {"property": place.pk, "message": message_ids}
    return {
        "property": place,
        "count": len(gap.questions),
        "in_part_count": gap.in_part_count,
        "wordings": wordings[:MOST_WORDINGS],
        "newest_at": gap.newest_at,
        "message_ids": message_ids,
        "is_remark": gap.is_remark,
        "rows": _rows(gap, place) if gap.is_remark and is_explained else [],
        "nearest": _nearest(gap, place) if is_explained and is_question else [],
        "answers": _changeable(request, answers.suggested(place, gap.text))
        if is_explained
        else [],
        "answer_url": f"{reverse('gap-answer')}?{urlencode(answer_query, doseq=True)}",
        "playground_url": trial_link.url(place.pk, gap.text),
        "conversation_url": reverse(
            "admin:conversations_conversation_change",
            args=[gap.questions[0].conversation_id],
        ),
    }


def _rows(gap: Gap, place: Property) -> list[tuple[str, str]]:
    """(name, address of the form) of the rows that guests may speak of."""
    names = {
        (answer.kind, answer.item_id): answer.row
        for answer in answers.suggested(place, gap.text)
    }
    return [
        (name, reverse(f"admin:catalog_{MODEL_NAMES[kind]}_change", args=[item_id]))
        for (kind, item_id), name in names.items()
    ]


def _nearest(gap: Gap, place: Property) -> list[tuple[str, str, float]]:
    """(row, why it was no answer, similarity) of the most similar rows."""
    try:
        search = trial.search(trial.Inputs(property=place, question=gap.text))
    except ModelUnavailable:
        return []
    first_by_row: dict[str, tuple[str, str, float]] = {}
    for row in search.ranked:
        title, reason = row.passage.title, row.why_not or "used, but did not answer"
        first_by_row.setdefault(title, (title, reason, row.cosine))
    return [*first_by_row.values()][:MOST_NEAREST]
