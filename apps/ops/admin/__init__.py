"""Lists for operators: incidents, daily totals, results of tasks."""

from apps.ops.admin import incidents

__all__ = ["incidents"]
