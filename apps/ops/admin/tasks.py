"""Task results and periodic tasks: staff read them, superusers change them.

The actions of the packages' own admins check no permission.
"""

from __future__ import annotations

from django.contrib import admin
from django_celery_beat import admin as beat
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)
from django_celery_results import admin as results
from django_celery_results.models import GroupResult, TaskResult

from apps.properties.access import OfAll
from apps.properties.model_admin import ChangedBySuperusers, ModelAdmin, ReadOnly

for model in (
    TaskResult,
    GroupResult,
    PeriodicTask,
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    SolarSchedule,
):
    admin.site.unregister(model)


@admin.register(TaskResult)
class TaskResultAdmin(OfAll, ReadOnly, results.TaskResultAdmin, ModelAdmin):
    """Results of the tasks that do not run every few seconds."""


@admin.register(PeriodicTask)
class PeriodicTaskAdmin(ChangedBySuperusers, beat.PeriodicTaskAdmin, ModelAdmin):
    """An action of this admin starts tasks."""


@admin.register(ClockedSchedule)
class ClockedAdmin(ChangedBySuperusers, beat.ClockedScheduleAdmin, ModelAdmin):
    """Points in time."""


@admin.register(CrontabSchedule)
class CrontabAdmin(ChangedBySuperusers, beat.CrontabScheduleAdmin, ModelAdmin):
    """Days and times, as in a crontab."""


@admin.register(IntervalSchedule)
class IntervalScheduleAdmin(
    ChangedBySuperusers, beat.IntervalScheduleAdmin, ModelAdmin
):
    """Intervals."""


@admin.register(SolarSchedule)
class SolarAdmin(ChangedBySuperusers, beat.SolarScheduleAdmin, ModelAdmin):
    """Sunrise and sunset."""
