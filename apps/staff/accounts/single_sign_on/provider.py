"""The identity provider: where it is, and what it says of a person."""

from __future__ import annotations

from typing import Any

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.openid_connect.provider import (
    OpenIDConnectProvider,
)
from allauth.socialaccount.providers.openid_connect.views import (
    OpenIDConnectOAuth2Adapter,
)
from allauth.utils import build_absolute_uri
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from apps.staff.accounts.single_sign_on.refusals import SignInError

# Signatures with a public key. The header of a token must not choose: a secret or none
# at all would do, too.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
REQUIRED = ["iss", "aud", "exp", "iat", "sub", "nonce"]
# Between the clocks of two machines.
LEEWAY_SECONDS = 30


def verified_claims(
    token: str, *, keys: dict[str, Any], issuer: str, client_id: str
) -> dict[str, Any]:
    """The claims of an ID token. keys: the provider's JWKS.

    OpenID Connect Core 1.0, section 3.1.3.7. A token that came straight from the
    provider need not be signed; ours must be, so that no proxy can make one up.

    Raises SignInError for tokens that are unsigned, expired or of another site.
    The caller checks the nonce.
    """
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            _key(token, keys),
            algorithms=ALGORITHMS,
            issuer=issuer,
            audience=client_id,
            leeway=LEEWAY_SECONDS,
            options={"require": REQUIRED},
        )
    except jwt.PyJWTError as error:
        raise SignInError("token") from error
    if claims.get("azp", client_id) != client_id:
        raise SignInError("token")
    return claims


def _key(token: str, keys: dict[str, Any]) -> jwt.PyJWK:
    """A provider with one key may leave out its name."""
    name = jwt.get_unverified_header(token).get("kid")
    for key in jwt.PyJWKSet.from_dict(keys).keys:
        if key.public_key_use in {None, "sig"} and name in {None, key.key_id}:
            return key
    raise SignInError("token")


PROVIDER_ID = "staff"


def is_set_up() -> bool:
    return bool(settings.STAFF_SSO_ISSUER)


def app() -> SocialApp:
    """Not a row: the environment says all of it."""
    return SocialApp(
        provider=OpenIDConnectProvider.id,
        provider_id=PROVIDER_ID,
        name=settings.STAFF_SSO_NAME,
        client_id=settings.STAFF_SSO_CLIENT_ID,
        secret=settings.STAFF_SSO_CLIENT_SECRET,
        settings={
            "server_url": settings.STAFF_SSO_ISSUER.rstrip("/"),
            "oauth_pkce_enabled": True,
        },
    )


class StaffOAuth2Adapter(OpenIDConnectOAuth2Adapter):
    """allauth's, with all checks of the ID token."""

    def __init__(self, request: HttpRequest, provider_id: str = PROVIDER_ID) -> None:
        super().__init__(request, provider_id)

    def get_callback_url(self, request: HttpRequest, app: SocialApp) -> str:
        return str(build_absolute_uri(request, reverse("single-sign-on-callback")))

    @property
    def openid_config(self) -> dict[str, Any]:
        """Raises SignInError where it speaks for somebody else."""
        config: dict[str, Any] = super().openid_config
        if config["issuer"].rstrip("/") != settings.STAFF_SSO_ISSUER.rstrip("/"):
            raise SignInError("token")
        return config

    def complete_login(
        self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any
    ) -> SocialLogin:
        """The claims, with those of the user info where the token has no address."""
        claims = verified_claims(
            str(kwargs["response"].get("id_token", "")),
            keys=self._keys(),
            issuer=self.openid_config["issuer"],
            client_id=app.client_id,
        )
        if "email" not in claims and "userinfo_endpoint" in self.openid_config:
            claims |= self._address(claims["sub"], token)
        return self.get_provider().sociallogin_from_response(request, claims)

    def _keys(self) -> dict[str, Any]:
        with get_adapter().get_requests_session() as session:
            response = session.get(self.openid_config["jwks_uri"])
            response.raise_for_status()
        keys: dict[str, Any] = response.json()
        return keys

    def _address(self, subject: str, token: SocialToken) -> dict[str, Any]:
        """Of the same person: another answer may come to the same access token."""
        person = self._fetch_user_info(token.token)
        if person.get("sub") != subject:
            raise SignInError("token")
        return {name: person.get(name) for name in ("email", "email_verified")}


class StaffProvider(OpenIDConnectProvider):
    oauth2_adapter_class = StaffOAuth2Adapter

    def get_default_scope(self) -> list[str]:
        return ["openid", "email"]
