"""Daily totals, incidents with their rules and silences, and errors."""

from apps.ops.models.alert_rules import AlertRule
from apps.ops.models.daily_totals import DailyTotals
from apps.ops.models.error_groups import ErrorGroup
from apps.ops.models.incidents import Incident, Silence

__all__ = ["AlertRule", "DailyTotals", "ErrorGroup", "Incident", "Silence"]
