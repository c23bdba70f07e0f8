"""Daily totals and incidents."""

from apps.ops.models.daily_totals import DailyTotals
from apps.ops.models.incidents import Incident

__all__ = ["DailyTotals", "Incident"]
