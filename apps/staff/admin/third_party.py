"""What runs when, and the accounts' other tables: read by staff, changed by superusers.

The packages' own admins ask for no permission to change in their actions.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django_celery_beat import admin as beat
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)

from apps.properties.access import OfAll
from apps.properties.admin_mixins import ChangedBySuperusers
from apps.properties.model_admin import ModelAdmin

for model in (
    PeriodicTask,
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    SolarSchedule,
    EmailAddress,
    Authenticator,
):
    admin.site.unregister(model)


@admin.register(PeriodicTask)
class TaskAdmin(ChangedBySuperusers, beat.PeriodicTaskAdmin, ModelAdmin):
    """A task can be started by hand here, so its row is more than a row."""


@admin.register(ClockedSchedule)
class ClockedAdmin(ChangedBySuperusers, beat.ClockedScheduleAdmin, ModelAdmin):
    """Moments."""


@admin.register(CrontabSchedule)
class CrontabAdmin(ChangedBySuperusers, beat.CrontabScheduleAdmin, ModelAdmin):
    """Times of the week."""


@admin.register(IntervalSchedule)
class IntervalAdmin(ChangedBySuperusers, beat.IntervalScheduleAdmin, ModelAdmin):
    """Intervals."""


@admin.register(SolarSchedule)
class SolarAdmin(ChangedBySuperusers, beat.SolarScheduleAdmin, ModelAdmin):
    """Sunrise and sunset."""


@admin.register(Authenticator)
class AuthenticatorAdmin(ChangedBySuperusers, OfAll, ModelAdmin):
    """Second factors without their secrets; a lost telephone has its row deleted."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    fields = readonly_fields = list_display
