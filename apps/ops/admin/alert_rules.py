"""Thresholds of gauges, and the times in which nobody is notified."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from apps.infrastructure import quantities
from apps.ops import doctor
from apps.ops.alerts import rules
from apps.ops.dashboard import gauge as gauge_kinds
from apps.ops.dashboard import reading
from apps.ops.dashboard.gauge import Gauge
from apps.ops.models import AlertRule, Incident, Silence
from apps.properties.access import OfAll
from apps.properties.model_admin import ChangedByAllProperties, ModelAdmin

if TYPE_CHECKING:
    RuleModelForm = forms.ModelForm[AlertRule]
    SilenceModelForm = forms.ModelForm[Silence]
else:
    RuleModelForm = SilenceModelForm = forms.ModelForm

Comparison = AlertRule.Comparison
# What the form offers for gauges that say yes or no, and how a rule stores it.
ANSWERS = {"yes": Comparison.ABOVE, "no": Comparison.BELOW}
HALF = 0.5
IS_NUMBER = "This gauge is a number: choose “Above” or “Below”."
IS_ANSWER = "This gauge says yes or no: choose “Is yes” or “Is no”."
# What “any” of several gauges is called; those that are not here, by their own names.
PLAIN_NAMES = {
    "answer_ms": "time of a whole answer",
    "bookings_age_seconds": "time since bookings were read",
    "cost_day_usd": "cost of a day",
    "first_token_ms": "time until the first word",
    "guardrail_day": "messages stopped in a day",
    "likely_guardrail_day": "messages likely to be stopped in a day",
    "node_ms": "time of a step",
    "request_decision_minutes": "time until a request is decided",
    "requests_escalated": "escalated requests",
    "texts_day": "text messages of a day",
    "tokens_day": "tokens of a day",
    "turns_day": "turns of a day",
    "webhooks_refused_day": "webhooks refused in a day",
}
ALL_CHECKS = ("", "All checks and rules")


class AlertRuleForm(RuleModelForm):
    """Offers the gauges that exist now, and the one that the rule has."""

    series = forms.ChoiceField(
        label="Gauge",
        widget=UnfoldAdminSelectWidget,
        help_text="As on the dashboard; “any” is the worst of several.",
    )
    comparison = forms.ChoiceField(
        choices=[*Comparison.choices, ("yes", "Is yes"), ("no", "Is no")],
        initial=Comparison.ABOVE,
        widget=UnfoldAdminSelectWidget,
    )
    threshold = forms.CharField(
        required=False,
        help_text="Such as 8 s, 500 ms, 40¢ or 12; without a unit, in the one that the "
        "gauge names. Empty where it says yes or no.",
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        gauges = reading.of_installation(timezone.now())
        choices, own = _series_choices(gauges), self.instance.series
        self.units = {gauge.name: gauge.unit for gauge in gauges}
        if own and own not in dict(choices):
            choices.append((own, f"{own} (has no value now)"))
        self.fields["series"].choices = choices  # type: ignore[attr-defined]
        if gauge_kinds.is_yes_or_no(own):
            is_yes = self.instance.comparison == Comparison.ABOVE
            self.initial["comparison"] = "yes" if is_yes else "no"
            self.initial["threshold"] = None
        elif own:
            self.initial["threshold"] = _amount(
                self.instance.threshold, self._unit(own)
            )

    def _unit(self, series: str) -> str:
        return self.units.get(series.partition("{")[0], "")

    def clean(self) -> dict[str, Any]:
        """Stores an answer as more or less than a half."""
        cleaned = super().clean() or self.cleaned_data
        comparison = cleaned.get("comparison", "")
        if gauge_kinds.is_yes_or_no(cleaned.get("series", "")):
            if comparison not in ANSWERS:
                self.add_error("comparison", IS_ANSWER)
            return {**cleaned, "comparison": ANSWERS.get(comparison), "threshold": HALF}
        if comparison in ANSWERS:
            self.add_error("comparison", IS_NUMBER)
        unit = self._unit(cleaned.get("series", ""))
        value = quantities.parse(cleaned.get("threshold") or "", unit)
        if value is None or not isfinite(value):
            in_unit = f", with or without its unit: 10 {unit}." if unit else "."
            self.add_error("threshold", f"Enter a number{in_unit}")
        return {**cleaned, "threshold": value}


class SilenceForm(SilenceModelForm):
    """Offers the checks of the doctor, the rules, and all."""

    check_name = forms.ChoiceField(
        label="Check", required=False, widget=UnfoldAdminSelectWidget
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "check_name" in self.fields:
            choices = _check_choices(self.instance.check_name)
            self.fields["check_name"].choices = choices  # type: ignore[attr-defined]


@admin.register(AlertRule)
class AlertRuleAdmin(ChangedByAllProperties, OfAll, ModelAdmin):
    form = AlertRuleForm
    list_display = ("name", "limit", "level_label", "value_now", "state", "is_active")
    list_display_links = ("name",)
    list_filter = ("is_active", "level")
    fields = (
        "name",
        "series",
        ("comparison", "threshold"),
        "minutes",
        "level",
        "remedy",
        "is_active",
    )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Staff who may not change a rule read its limit in words."""
        if obj is None or self.has_change_permission(request, obj):
            return self.fields
        return ("name", "limit", "level", "remedy", "is_active")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list reads the gauges once for all of its rows."""
        changelist = super().get_changelist_instance(request)
        gauges = reading.of_installation(timezone.now())
        for rule in changelist.result_list:
            rule.gauge = rules.worst(rule, gauges)
        return changelist

    @display(description="Opens an incident")
    def limit(self, rule: AlertRule) -> str:
        gauge = _gauge(rule) or Gauge("Now", rule.series, rule.series, 0)
        lasting = f" for {rule.minutes} min" if rule.minutes else ""
        return f"{gauge.title}: {rules.limit(rule, gauge)}{lasting}"

    @display(description="Level", label={"fault": "danger", "warning": "warning"})
    def level_label(self, rule: AlertRule) -> tuple[str, str]:
        return rule.level, rule.get_level_display()

    @display(description="Now")
    def value_now(self, rule: AlertRule) -> str:
        gauge = _gauge(rule)
        return gauge.text if gauge else "no value"

    @display(
        description="State",
        label={"Open": "danger", "Silenced": "warning", "Quiet": "success"},
    )
    def state(self, rule: AlertRule) -> str:
        name = rules.check_name(rule)
        rows = Incident.objects.open().filter(check_name=name)
        if not rows.exists():
            return "Quiet"
        return "Open" if rows.unattended(timezone.now()).exists() else "Silenced"


@admin.register(Silence)
class SilenceAdmin(ChangedByAllProperties, OfAll, ModelAdmin):
    """Incidents are stored meanwhile, and shown in the list."""

    form = SilenceForm
    list_display = ("what", "reason", "begins_at", "ends_at", "created_by")
    list_display_links = ("what",)
    fields = ("check_name", "begins_at", "ends_at", "reason")

    @display(description="Check", ordering="check_name")
    def what(self, silence: Silence) -> str:
        return silence.check_name or ALL_CHECKS[1]

    def save_model(self, request: HttpRequest, obj: Any, *args: Any) -> None:
        if obj.created_by is None:
            obj.created_by = request.user
        super().save_model(request, obj, *args)


def _gauge(rule: AlertRule) -> Gauge | None:
    """What the list has read for it."""
    return getattr(rule, "gauge", None)


def _series_choices(gauges: list[Gauge]) -> list[tuple[str, str]]:
    """Each gauge, and “any” of those that differ in their labels alone."""
    names = [gauge.name for gauge in gauges]
    choices: dict[str, str] = {}
    for gauge in gauges:
        unit = f" ({gauge.unit})" if gauge.unit else ""
        unit = ": yes or no" if gauge.is_yes_or_no else unit
        if gauge.labels and names.count(gauge.name) > 1:
            choices.setdefault(gauge.name, f"{gauge.group}: any {_words(gauge)}{unit}")
        choices[rules.series(gauge)] = f"{gauge.group}: {gauge.title}{unit}"
    return sorted(choices.items(), key=lambda choice: choice[1])


def _amount(value: float, unit: str) -> str:
    """As people write it: “8 s”; in the gauge's unit where that would lose some."""
    words = quantities.say(value, unit)
    return words if quantities.parse(words, unit) == value else f"{value:g} {unit}"


def _words(gauge: Gauge) -> str:
    """What all with other labels share, in plain words."""
    name = gauge.name.removesuffix("_usd")
    return PLAIN_NAMES.get(gauge.name) or name.removesuffix("_day").replace("_", " ")


def _check_choices(current: str) -> list[tuple[str, str]]:
    names = {check.__name__.replace("_", " ") for check in doctor.CHECKS}
    names |= set(Incident.objects.values_list("check_name", flat=True))
    names |= {rules.check_name(rule) for rule in AlertRule.objects.all()}
    names |= {current} - {""}
    return [ALL_CHECKS, *((name, name.capitalize()) for name in sorted(names))]
