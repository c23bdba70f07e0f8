"""Forms about members of staff: who they are, what they do and where."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminEmailInputWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from apps.properties import access
from apps.properties.models import Property

# What a role means, for those who choose one.
ROLE_CHOICES = [
    ("content", "Content: keeps rows, documents and answers up to date"),
    ("host", "Host: helps guests, reads their messages, decides on requests"),
    ("ops", "Operations: watches the system, changes settings of the property"),
    ("admin", "Administrator: all of this, and manages the staff"),
]


ROLE_NAMES = {name: words.partition(":")[0] for name, words in ROLE_CHOICES}
# What its role alone does not open.
OPS_NEEDS_ALL = (
    "Operations sees the dashboard, incidents and alert rules only with access to all "
    "properties, which a superuser gives on the page of the account."
)


class WorkForm(forms.Form):
    """A role, and properties among those of the manager."""

    role = forms.ChoiceField(
        choices=ROLE_CHOICES,
        help_text=OPS_NEEDS_ALL,
        widget=UnfoldAdminRadioSelectWidget(),
    )
    properties = forms.ModelMultipleChoiceField(
        Property.objects.none(), widget=UnfoldAdminCheckboxSelectMultipleWidget
    )

    def __init__(self, manager: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places: Any = self.fields["properties"]
        places.queryset = access.properties(manager)


class InvitationForm(WorkForm):
    username = forms.CharField(
        max_length=150,
        label="User name",
        validators=[User.username_validator],
        widget=UnfoldAdminTextInputWidget,
    )
    email = forms.EmailField(
        required=False, label="E-mail", widget=UnfoldAdminEmailInputWidget
    )
    field_order = ("username", "email", "role", "properties")

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError("This user name is taken.")
        return str(username)

    def clean_email(self) -> str:
        """Single sign-on finds an account by its address."""
        email = str(self.cleaned_data["email"])
        if email and User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(
                "Another account has this address. Give each person one of their own."
            )
        return email


class MemberForm(WorkForm):
    is_active = forms.BooleanField(
        required=False,
        label="Active",
        help_text="Switch it off when somebody leaves: they are signed out at once.",
        widget=UnfoldBooleanSwitchWidget,
    )
