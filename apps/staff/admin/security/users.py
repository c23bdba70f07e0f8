"""Staff accounts, groups and second factors."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from unfold.admin import StackedInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from apps.properties.access import OfAll
from apps.properties.model_admin import ChangedBySuperusers, ModelAdmin
from apps.properties.models import Assignment, StaffAccess
from apps.staff.admin.labelled_inline import LabelledInline

# Single sign-on stores nothing: its provider is a setting, its accounts are users.
UNUSED = (EmailAddress, SocialAccount, SocialApp, SocialToken)
for model in (User, Group, Authenticator, *UNUSED):
    admin.site.unregister(model)
# Nobody makes an account older: a second person has to be older than the proposal.
DATES = ("last_login", "date_joined")
# Only superusers change these: they could give their owner every permission.
SUPERUSER_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")


class StaffAccessInline(ChangedBySuperusers, StackedInline):
    model = StaffAccess
    can_delete = False
    verbose_name_plural = "Access to all properties"


class AssignmentInline(ChangedBySuperusers, LabelledInline):
    model = Assignment
    extra = 0
    verbose_name_plural = "Assigned properties"


@admin.register(User)
class StaffAdmin(UserAdmin, ModelAdmin):  # type: ignore[type-arg]
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    inlines = (StaffAccessInline, AssignmentInline)

    def has_change_permission(
        self, request: HttpRequest, obj: User | None = None
    ) -> bool:
        """Otherwise an account manager could set a superuser's password."""
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
        fields = (*super().get_readonly_fields(request, obj), *DATES)
        is_superuser = request.user.is_superuser
        return fields if is_superuser else (*fields, *SUPERUSER_FIELDS)


@admin.register(Group)
class StaffGroupAdmin(ChangedBySuperusers, GroupAdmin, ModelAdmin):
    """A group holds the permissions of a role."""


@admin.register(Authenticator)
class AuthenticatorAdmin(ChangedBySuperusers, OfAll, ModelAdmin):
    """Second factors without their secrets. Delete the row of a lost phone."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    fields = readonly_fields = list_display
