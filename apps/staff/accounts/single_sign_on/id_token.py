"""Checks the ID token, by which a provider says who has signed in.

OpenID Connect Core 1.0, section 3.1.3.7. A token that came straight from the provider
need not be signed; ours must be, so that no proxy can make one up.
"""

from __future__ import annotations

from typing import Any

import jwt

from apps.staff.accounts.single_sign_on.refusals import SignInError

# Signatures with a public key. The header of a token must not choose: a secret or none
# at all would do, too.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
REQUIRED = ["iss", "aud", "exp", "iat", "sub", "nonce"]
# Between the clocks of two machines.
LEEWAY_SECONDS = 30


def verified(
    token: str, *, keys: dict[str, Any], issuer: str, client_id: str
) -> dict[str, Any]:
    """The claims of a token. keys: the provider's JWKS.

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
