"""Lists for operators: incidents, daily totals, task results, periodic tasks."""

from apps.ops.admin import incidents, tasks

__all__ = ["incidents", "tasks"]
