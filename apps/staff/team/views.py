"""The pages on which a manager invites staff and changes their accounts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache

from apps.staff.accounts import first_account, second_factor
from apps.staff.team import members
from apps.staff.team.forms import OPS_NEEDS_ALL, ROLE_NAMES, InvitationForm, MemberForm

SIGN_IN_ENDS = (
    "The old password stops working at once, and every open session of this account "
    "ends. You receive a link to hand over, which sets a new password."
)
FACTOR_ENDS = (
    "The second factor and its recovery codes stop working at once. The next sign-in "
    "needs the password alone, and sets up a new one. Make sure that it is really your "
    "colleague who asks."
)

may_manage = permission_required(members.PERMISSION, raise_exception=True)


@may_manage
def team(request: HttpRequest) -> HttpResponse:
    managed = members.managed_ids(request.user)
    with_all = members.account_ids_with_all_properties()
    rows = [_row(member, request, managed, with_all) for member in _listed(request)]
    context = {"rows": rows, "ops_needs_all": OPS_NEEDS_ALL}
    return _page(request, "team.html", "Team", **context)


@never_cache
@may_manage
def invite(request: HttpRequest) -> HttpResponse:
    form = InvitationForm(request.user, request.POST or None)
    if not (form.is_bound and form.is_valid()):
        return _page(request, "team_invite.html", "Invite staff", form=form)
    values = form.cleaned_data
    member = members.invite(
        request.user,
        username=values["username"],
        email=values["email"],
        role=values["role"],
        places=values["properties"],
    )
    return _link_page(request, member)


@may_manage
def member_page(request: HttpRequest, user_id: int) -> HttpResponse:
    member = _managed(request, user_id)
    initial = {
        "role": members.role_of(member),
        "properties": members.properties_of(member, request.user),
        "is_active": member.is_active,
    }
    form = MemberForm(request.user, request.POST or None, initial=initial)
    if form.is_bound and form.is_valid():
        values = form.cleaned_data
        members.change(
            request.user,
            member,
            role=values["role"],
            places=values["properties"],
            is_active=values["is_active"],
        )
        messages.success(request, "Saved.")
        return redirect("team")
    has_factor = second_factor.is_set_up(member)
    return _page(
        request,
        "team_member.html",
        member.get_username(),
        form=form,
        member=member,
        has_second_factor=has_factor,
    )


@never_cache
@may_manage
def reset_password(request: HttpRequest, user_id: int) -> HttpResponse:
    """Asks first."""
    member = _managed(request, user_id)
    if request.method != "POST":
        return _confirmation(request, member, "password", SIGN_IN_ENDS)
    members.reset_password(request.user, member)
    return _link_page(request, member)


@may_manage
def reset_second_factor(request: HttpRequest, user_id: int) -> HttpResponse:
    """Asks first."""
    member = _managed(request, user_id)
    if request.method != "POST":
        return _confirmation(request, member, "second factor", FACTOR_ENDS)
    members.reset_second_factor(request.user, member)
    messages.success(request, "The second factor is gone; the next login sets one up.")
    return redirect("team-member", member.pk)


def _managed(request: HttpRequest, user_id: int) -> User:
    """404 for staff of elsewhere; 403 for colleagues that a superuser manages."""
    member = get_object_or_404(_listed(request), pk=user_id)
    if member.pk not in members.managed_ids(request.user):
        raise PermissionDenied
    return member


def _listed(request: HttpRequest) -> QuerySet[User]:
    return members.listed_for(request.user)


def _row(
    member: User, request: HttpRequest, managed: set[int], with_all: set[int]
) -> dict[str, Any]:
    names = [place.name for place in members.properties_of(member, request.user)]
    roles = members.role_of(member).split(", ")
    has_all = member.pk in with_all
    return {
        "member": member,
        "role": ", ".join(ROLE_NAMES.get(name, name) for name in roles),
        "properties": "All properties" if has_all else ", ".join(names),
        "lacks_all": members.OPS in roles and not has_all,
        "has_second_factor": second_factor.is_set_up(member),
        "is_managed": member.pk in managed,
    }


def _link_page(request: HttpRequest, member: User) -> HttpResponse:
    link = request.build_absolute_uri(first_account.path(member))
    title = f"A link for {member.get_username()}"
    return _page(request, "team_link.html", title, link=link, member=member)


def _confirmation(
    request: HttpRequest, member: User, noun: str, consequence: str
) -> HttpResponse:
    title = f"Reset the {noun} of {member.get_username()}?"
    context = {"member": member, "noun": noun, "consequence": consequence}
    return _page(request, "team_reset.html", title, **context)


def _page(
    request: HttpRequest, template: str, title: str, **context: Any
) -> HttpResponse:
    context = {**site.each_context(request), "title": title, **context}
    return render(request, f"admin/staff/team/{template}", context)
