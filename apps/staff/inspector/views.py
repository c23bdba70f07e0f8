"""The inspector's page: a turn with its trace, and the run of a recorded one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanSwitchWidget

from apps.conversations.models import Turn, TurnRecording
from apps.conversations.replay import comparison, prompt_trial, recordings, rerun
from apps.conversations.replay.ports import NotRecorded
from apps.conversations.replay.recordings import UnreadableRecording
from apps.conversations.replay.rerun import CapReached, Changes
from apps.privacy.redaction import redact
from apps.properties import access
from apps.staff.admin.conversations import booking_privacy
from apps.staff.inspector import presentation

MAY_RUN = "conversations.change_review"
MAX_PROMPT_CHARS = 40_000


class ReplayForm(forms.Form):
    """Nothing changed means bit for bit."""

    rows = forms.BooleanField(
        required=False,
        label="Search the records as they are now",
        widget=UnfoldBooleanSwitchWidget,
    )
    asks_models = forms.BooleanField(
        required=False,
        label="Ask the models what they were not asked then",
        help_text="This costs what an answer costs, and counts for the cap of the day.",
        widget=UnfoldBooleanSwitchWidget,
    )
    prompt = forms.CharField(
        required=False,
        max_length=MAX_PROMPT_CHARS,
        strip=False,
        label="Prompt of the speaker",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 12}),
    )

    def clean_prompt(self) -> str:
        """Empty where it is the prompt that is in use."""
        text = str(self.cleaned_data["prompt"]).replace("\r\n", "\n")
        if text.strip() == str(self.initial["prompt"]).strip():
            return ""
        if problem := prompt_trial.problem(text):
            raise forms.ValidationError(problem)
        return text

    @property
    def changes(self) -> Changes:
        values = self.cleaned_data
        return Changes(
            has_rows_of_now=values["rows"],
            asks_models=values["asks_models"],
            prompt=values["prompt"],
        )


@permission_required(
    ("conversations.view_conversation", "conversations.view_message"),
    raise_exception=True,
)
def show(request: HttpRequest, turn_id: UUID) -> HttpResponse:
    """A turn that is not recorded is shown as far as its row goes."""
    turn = get_object_or_404(
        Turn.objects.select_related("conversation__property"),
        pk=turn_id,
        conversation__forgotten_at=None,
    )
    access.insist(request.user, turn.conversation.property)
    booking_privacy.insist(turn, request.user)
    context = {
        **site.each_context(request),
        "title": "Inspect a turn",
        "turn": turn,
        "chat": presentation.messages(turn),
        "decisions": presentation.decisions(turn),
        "nodes": presentation.nodes(turn),
        "tools": presentation.tools(turn),
        "sources": presentation.sources(turn),
        **_of_recording(turn, request),
    }
    return render(request, "admin/staff/inspector.html", context)


def _of_recording(turn: Turn, request: HttpRequest) -> dict[str, Any]:
    recording = TurnRecording.objects.filter(turn=turn).first()
    if recording is None:
        return {}
    try:
        content = recordings.load(recording)
    except UnreadableRecording as error:
        return {"problem": str(error)}
    return {
        "recorded": content,
        "facts": presentation.facts(content),
        "calls": presentation.calls(content),
        "changed_rows": comparison.changed_rows(content),
        **_replayed(turn, content, request),
    }


def _replayed(
    turn: Turn, content: dict[str, Any], request: HttpRequest
) -> dict[str, Any]:
    """The form, and what came of it once it is sent."""
    if not request.user.has_perm(MAY_RUN):
        if request.method == "POST":
            raise PermissionDenied
        return {}
    initial = {"prompt": prompt_trial.source(content)}
    form = ReplayForm(request.POST or None, initial=initial)
    if not (form.is_bound and form.is_valid()):
        return {"form": form}
    try:
        result = rerun.run_sync(turn, content, form.changes)
    except (NotRecorded, CapReached, TimeoutError) as error:
        problem = f"It cannot be run again: {error}."
        return {"form": form, "problem": problem}
    compared = comparison.compare(content["outcome"], result.outcome)
    return {
        "form": form,
        "compared": compared,
        "afterwards": [tuple(map(redact, line)) for line in compared.afterwards],
        "new_requests": [
            (role, redact(presentation.prompt(new_request)))
            for role, new_request in result.new_requests
        ],
    }
