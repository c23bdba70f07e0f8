"""Lists for operators: incidents and their rules, errors, totals, retention, tasks."""

from apps.ops.admin import alert_rules, errors, incidents, retention, tasks

__all__ = ["alert_rules", "errors", "incidents", "retention", "tasks"]
