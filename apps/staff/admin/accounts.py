"""Staff accounts and groups in the look of the other lists."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from unfold.admin import StackedInline, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from apps.properties.admin_mixins import ChangedBySuperusers
from apps.properties.model_admin import ModelAdmin
from apps.properties.models import Assignment, StaffAccess

admin.site.unregister(User)
admin.site.unregister(Group)
# What a person may do at all; whoever could change it could do everything.
RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class StaffAccessInline(ChangedBySuperusers, StackedInline):
    model = StaffAccess
    can_delete = False
    verbose_name_plural = "Works for all properties"


class AssignmentInline(ChangedBySuperusers, TabularInline):
    model = Assignment
    extra = 0
    verbose_name_plural = "Works for"


@admin.register(User)
class StaffAdmin(UserAdmin, ModelAdmin):  # type: ignore[type-arg]
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    inlines = (StaffAccessInline, AssignmentInline)

    def has_change_permission(
        self, request: HttpRequest, obj: User | None = None
    ) -> bool:
        """Who keeps accounts could otherwise give a superuser another password."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(
        self, request: HttpRequest, obj: User | None = None
    ) -> bool:
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_delete_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        known = super().get_readonly_fields(request, obj)
        return known if request.user.is_superuser else (*known, *RIGHTS)


@admin.register(Group)
class StaffGroupAdmin(ChangedBySuperusers, GroupAdmin, ModelAdmin):
    """Groups hold the permissions of a role."""
