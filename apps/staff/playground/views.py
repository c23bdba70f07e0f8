"""Asks a question as a guest would, and shows every stage of the search."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync
from django import forms
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from apps.catalog import year_range
from apps.catalog.models import Item
from apps.conversations import erasure, single_question
from apps.conversations.models import Conversation
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import connections, database_threads
from apps.knowledge import property_snapshot
from apps.knowledge.indexing import vectors
from apps.knowledge.question import focus
from apps.knowledge.question.focus import Question
from apps.knowledge.search import explanation
from apps.knowledge.search.explanation import Ranked
from apps.knowledge.search.retrieval import Vectors
from apps.language.translation import question_words
from apps.llm import embeddings
from apps.llm.embeddings import embedder
from apps.llm.failures import ModelUnavailable
from apps.properties import access
from apps.properties.models import Property
from apps.staff.playground import drafts

MOST_ROWS = 5
LANGUAGES = [
    ("", "As asked"),
    ("en", "English"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("zh", "Chinese"),
]


class Trial(forms.Form):
    """What to ask, of which property, and when."""

    property = forms.ModelChoiceField(
        Property.objects.all(), widget=UnfoldAdminSelectWidget
    )
    question = forms.CharField(max_length=500, widget=UnfoldAdminTextInputWidget)
    before = forms.CharField(
        max_length=500,
        required=False,
        label="Said before",
        widget=UnfoldAdminTextInputWidget,
    )
    at = forms.DateTimeField(
        required=False,
        label="At",
        help_text="In the property's time; empty means now.",
        validators=[year_range.insist],
        widget=UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"}),
    )
    drafts = forms.BooleanField(
        required=False,
        label="As if the drafts were live",
        help_text="Nobody else sees them.",
        widget=UnfoldBooleanSwitchWidget,
    )
    language = forms.ChoiceField(
        choices=LANGUAGES, required=False, widget=UnfoldAdminSelectWidget
    )
    row = forms.CharField(
        required=False,
        label="Why not this row?",
        help_text="A name as in the catalog.",
        widget=UnfoldAdminTextInputWidget,
    )


@dataclass(frozen=True)
class Tried:
    """What a trial showed. `answer` is None until it is asked for."""

    ranked: list[Ranked]
    focus: str
    why_not: list[tuple[Item, str]]
    answer: dict[str, Any] | None


@permission_required("catalog.view_item", raise_exception=True)
def view(request: HttpRequest) -> HttpResponse:
    form = Trial(request.GET or None)
    places: Any = form.fields["property"]
    places.queryset = access.properties(request.user)
    is_asked = form.is_bound and form.is_valid()
    context = {
        **site.each_context(request),
        "title": "Playground",
        "form": form,
        "tried": _tried(form, request) if is_asked else None,
    }
    return render(request, "admin/staff/playground.html", context)


def _tried(form: Trial, request: HttpRequest) -> Tried:
    found = tried(form.cleaned_data, with_answer="answer" in request.GET)
    places = set(access.properties(request.user).values_list("pk", flat=True))
    shown = [(row, why) for row, why in found.why_not if row.property_id in places]
    return replace(found, why_not=shown)


def tried(asked: dict[str, Any], *, with_answer: bool) -> Tried:
    """All in a transaction that is rolled back: a trial leaves nothing behind."""
    with database_threads.undone() as do:
        if asked["drafts"]:
            do(drafts.publish, asked["property"])
        found: Tried = do(searched, asked)
        if not with_answer:
            return found
        at = _moment(asked["at"], asked["property"])
        return replace(found, answer=async_to_sync(_answer)(asked, at))


def searched(asked: dict[str, Any]) -> Tried:
    """Every stage of the search, without an answer."""
    place: Property = asked["property"]
    at = _moment(asked["at"], place)
    known = property_snapshot.of(place.pk)
    language = asked["language"] or single_question.language_of(asked["question"])
    text = question_words.english(asked["question"], language)
    earlier = [asked["before"]] if asked["before"] else []
    question = focus.question(known, text, earlier)
    ranked = explanation.explain(question, _vectors(question, place), known, at)
    named = _called(asked["row"])
    return Tried(
        ranked=ranked,
        focus=question.focus[-1].title if question.focus else "",
        why_not=[(one, explanation.why_not(one, ranked, known, at)) for one in named],
        answer=None,
    )


def _vectors(question: Question, place: Property) -> Vectors:
    """As a turn makes them: under the local model when the other one is away."""
    models = [embedder()]
    if embeddings.is_remote():
        ready = vectors.ready_models(place.pk)
        models = [one for one in (*models, embeddings.local()) if one.name in ready]
    for model in models:
        with contextlib.suppress(ModelUnavailable):
            values = model.embed_queries(question.wordings)
            return Vectors(model.name, values, model.min_relevance)
    return Vectors(embedder().name)


def _called(name: str) -> list[Item]:
    """Rows of any property, in any state: one of these may be the reason."""
    rows = Item.objects.filter(name__icontains=name)
    return list(rows[:MOST_ROWS]) if name else []


def _moment(at: datetime | str | None, place: Property) -> datetime:
    """The clock that staff typed is the property's, whatever the server's zone."""
    if not isinstance(at, datetime):
        return timezone.now()
    return at.replace(tzinfo=place.zone)


async def _answer(asked: dict[str, Any], at: datetime) -> dict[str, Any]:
    """A turn through the real graph, in a conversation that nobody keeps."""
    kept = Conversation(property=asked["property"])
    await database_threads.run(kept.save)
    turns = TurnRunner()
    try:
        if asked["before"]:
            await single_question.ask(
                turns, kept, asked["before"], at, asked["language"]
            )
        return await single_question.ask(
            turns, kept, asked["question"], at, asked["language"]
        )
    finally:
        await erasure.discard(kept)
        await connections.close()
