"""Staff accounts and groups in the look of the other lists."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from apps.desk.models import Assignment

admin.site.unregister(User)
admin.site.unregister(Group)


class AssignmentInline(TabularInline):
    model = Assignment
    extra = 0
    verbose_name_plural = "Works for (none means all properties)"


@admin.register(User)
class StaffAdmin(UserAdmin, ModelAdmin):  # type: ignore[type-arg]
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    inlines = (AssignmentInline,)


@admin.register(Group)
class StaffGroupAdmin(GroupAdmin, ModelAdmin):
    """Groups hold the permissions of a role."""
