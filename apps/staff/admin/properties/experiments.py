"""Experiments and their arms: written, begun once and ended by staff."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action, display

from apps.properties.access import Scoped
from apps.properties.model_admin import ModelAdmin, PropertyFilter
from apps.properties.models import Experiment
from apps.staff.admin.properties.arms import ArmInline
from apps.staff.admin.properties.record_changes import RecordsChanges


@admin.register(Experiment)
class ExperimentAdmin(RecordsChanges, Scoped, ModelAdmin):
    inlines = (ArmInline,)
    list_display = ("name", "property", "state", "sentence", "effect", "report")
    list_filter = (PropertyFilter,)
    list_select_related = ("property",)
    search_fields = ("name",)
    readonly_fields = ("effect", "state", "report")
    fields = (("name", "property"), "sentence", "effect", ("state", "report"))
    actions_submit_line = ("begin", "end")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Experiment]:
        rows: QuerySet[Experiment] = super().get_queryset(request)
        return rows.prefetch_related("arms")

    @display(
        description="State",
        label={"Running": "success", "Not begun": "info", "Ended": "warning"},
    )
    def state(self, experiment: Experiment) -> str:
        if experiment.is_running():
            return "Running"
        return "Ended" if experiment.ended_at else "Not begun"

    @display(description="What it does")
    def effect(self, experiment: Experiment) -> str:
        words = experiment.in_words() if experiment.pk else ""
        return words or "Give it arms below, and save."

    @display(description="Report")
    def report(self, experiment: Experiment) -> SafeString:
        if experiment.begun_at is None:
            return format_html("{}", "Nothing to report yet.")
        url = f"{reverse('experiments')}#experiment-{experiment.pk}"
        return format_html('<a class="underline" href="{}">Figures</a>', url)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None or obj.begun_at is None:
            return self.readonly_fields
        return (*self.readonly_fields, "name", "property", "sentence")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        has_ended = obj is not None and obj.ended_at is not None
        return not has_ended and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Turns name their arms, so what has begun stays."""
        has_begun = obj is not None and obj.begun_at is not None
        return not has_begun and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> Any:
        """Rows are deleted on their pages, where it is seen whether they have begun."""
        return {}

    def get_actions_submit_line(self, request: HttpRequest, object_id: Any) -> Any:
        """A button to begin or to end it, whichever comes next."""
        experiment = self.get_object(request, str(object_id))
        if experiment is None or not self.has_change_permission(request, experiment):
            return []
        name = "end" if experiment.is_running() else "begin"
        return [self.get_unfold_action(name)]

    @action(description="Save and begin")
    def begin(self, request: HttpRequest, experiment: Experiment) -> None:
        try:
            experiment.begin()
        except ValidationError as error:
            self.message_user(request, error.messages[0], messages.ERROR)
        else:
            self.message_user(request, "The experiment runs.", messages.SUCCESS)

    @action(description="End the experiment")
    def end(self, request: HttpRequest, experiment: Experiment) -> None:
        experiment.end()
        self.message_user(request, "The experiment has ended.", messages.SUCCESS)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """The changes of the experiments and arms of its property."""
        changes = reverse("admin:properties_recordchange_changelist")
        experiment = self.get_object(request, object_id)
        place = experiment.property_id if experiment else ""
        return redirect(f"{changes}?{urlencode({'property': place})}")
