"""The way to the provider and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import get_random_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from requests import RequestException

from apps.staff.accounts.single_sign_on import provider, refusals

View = Callable[[HttpRequest], HttpResponse]
NONCE_CHARACTERS = 32


def _with_provider(view: View) -> View:
    """404 without the settings; a page that says so where the provider fails."""

    @never_cache
    @require_GET
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not provider.is_set_up():
            raise Http404
        try:
            return view(request)
        except refusals.SignInError as refused:
            return refusals.page(request, refused.reason)
        # What it sent was nothing that OpenID Connect knows.
        except (OAuth2Error, RequestException, KeyError, TypeError, ValueError):
            return refusals.page(request, "provider")

    return guarded


@_with_provider
def start(request: HttpRequest) -> HttpResponse:
    """To the provider's login page. The state and the nonce stay in the session."""
    nonce = get_random_string(NONCE_CHARACTERS)
    staff_provider = provider.StaffOAuth2Adapter(request).get_provider()
    answer: HttpResponse = staff_provider.redirect(
        request,
        AuthProcess.LOGIN,
        next_url=get_next_redirect_url(request),
        auth_params={"nonce": nonce},
        nonce=nonce,
    )
    return answer


@_with_provider
def callback(request: HttpRequest) -> HttpResponse:
    """To the second factor, or to where somebody wanted to go."""
    view = OAuth2CallbackView.adapter_view(provider.StaffOAuth2Adapter(request))
    answer: HttpResponse = view(request)
    return answer
