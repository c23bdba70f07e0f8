"""The admin site: staff only, with a second factor where the settings require one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial, wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject
from unfold.sites import UnfoldAdminSite

from apps.properties import access, local_times
from apps.staff.accounts import second_factor, upload_permit

# Embeddings, overrides and isolates. The marks with which Arabic and Hebrew are
# written are letters of their texts and change no other sign.
DIRECTION_MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_WRITTEN_MARKS = tuple(sign.encode() for sign in DIRECTION_MARKS)


def without_direction_marks(response: HttpResponse) -> HttpResponse:
    """The response; a page is without these signs, anything else is as it was.

    A guest may put such a sign into a name or a message: what stands behind it is then
    read from right to left, so that words say something else than what is stored.
    """
    kind = response.headers.get("Content-Type", "")
    if kind.startswith("text/html") and not response.streaming:
        content = response.content
        for sign in _WRITTEN_MARKS:
            content = content.replace(sign, b"")
        response.content = content
    return response


View = Callable[..., HttpResponse]


class StaffAdminSite(UnfoldAdminSite):
    """Its login is that of django-allauth, which locks out guessers."""

    index_title = "Today"

    def has_permission(self, request: HttpRequest) -> bool:
        is_staff = bool(request.user.is_active and request.user.is_staff)
        return is_staff and not second_factor.is_missing(request)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """A page holds rows of its reader's resorts, with times on their clock."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def for_reader(request: HttpRequest, *args: Any, **kw: Any) -> HttpResponse:
            # The rows of a list are read while it is rendered.
            with access.scope_of(request.user), _clock_of(request.user):
                page = local_times.rendered(guarded(request, *args, **kw))
            upload_permit.give(request, page)
            return without_direction_marks(page)

        return for_reader

    def get_urls(self) -> list[Any]:
        """Without Django's address of a row by its table: no table has pages."""
        urls = super().get_urls()
        return [each for each in urls if getattr(each, "name", "") != "view_on_site"]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Read where a page shows it: most show the sidebar alone."""
        return SimpleLazyObject(partial(super().get_app_list, request, app_label))

    def index(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Today: what waits for the reader, and what has changed."""
        from apps.staff.today import changes, sections  # noqa: PLC0415 - models

        now = timezone.now()
        context = {
            **(extra_context or {}),
            "sections": sections.read(request, now),
            "changes": changes.since(
                changes.begin_visit(request.user, now), request, now
            ),
        }
        page: HttpResponse = super().index(request, context)
        return page

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Runs after the password: lead to the second factor or to the admin."""
        if second_factor.is_missing(request):
            return redirect("mfa_activate_totp")
        return redirect(settings.LOGIN_REDIRECT_URL)


def _clock_of(user: Any) -> AbstractContextManager[None]:
    return timezone.override(local_times.of_staff(user))
