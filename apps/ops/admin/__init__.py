"""Lists for operators: incidents, daily totals, retention, tasks and results."""

from apps.ops.admin import incidents, retention, tasks

__all__ = ["incidents", "retention", "tasks"]
