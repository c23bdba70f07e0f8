"""An identity provider on loopback that speaks OpenID Connect with PKCE.

with running_server(redirect_uri) as provider:
    provider.claims["email"] = "nora@resort.example"
    address = provider.sign_in(start_address)
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.fakes.loopback import JsonHandler, serving

CLIENT_ID, CLIENT_SECRET = "concierge", "a secret of the tests"
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Provider:
    """claims: of the ID tokens, over what they have by themselves; None takes a claim
    away. person: what its user info says. error: what its login page answers with.
    failures: paths that answer with a fault."""

    redirect_uri: str
    url: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    person: dict[str, Any] = field(default_factory=dict)
    error: str = ""
    failures: set[str] = field(default_factory=set)
    key: Any = KEY
    algorithm: str = "RS256"
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def sign_in(self, address: str) -> str:
        """What a browser does at the login page: the address it is sent back to."""
        answer = requests.get(address, allow_redirects=False, timeout=10)
        assert answer.status_code == 302, answer.text
        return str(answer.headers["location"])

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def keys(self) -> dict[str, Any]:
        public = jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key())
        key = {**json.loads(public), "kid": "first", "use": "sig", "alg": "RS256"}
        return {"keys": [key]}

    def authorize(self, query: dict[str, str]) -> str:
        """Somebody signs in; the address that the browser goes to."""
        assert query["client_id"] == CLIENT_ID
        assert query["redirect_uri"] == self.redirect_uri
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        code = secrets.token_urlsafe()
        self.codes[code] = query
        answer = {"error": self.error} if self.error else {"code": code}
        return f"{self.redirect_uri}?{urlencode({**answer, 'state': query['state']})}"

    def token(self, form: dict[str, str]) -> tuple[int, Any]:
        query = self.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            query is None
            or form.get("client_secret") != CLIENT_SECRET
            or form.get("redirect_uri") != self.redirect_uri
            or challenge != query["code_challenge"]
        ):
            return 400, {"error": "invalid_grant"}
        token = {"access_token": "opaque", "token_type": "Bearer", "expires_in": 60}
        return 200, {**token, "id_token": self._id_token(query["nonce"])}

    def _id_token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "sub": "person-1",
            "iat": now,
            "exp": now + 60,
            "nonce": nonce,
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(claims, self.key, self.algorithm, headers={"kid": "first"})


@contextmanager
def running_server(redirect_uri: str) -> Iterator[Provider]:
    provider = Provider(redirect_uri)

    class Handler(JsonHandler):
        def do_GET(self) -> None:  # noqa: N802 - the name that the server calls
            parts = urlsplit(self.path)
            if parts.path in provider.failures:
                return self.answer(500, {})
            if parts.path == "/authorize":
                query = {
                    name: values[0] for name, values in parse_qs(parts.query).items()
                }
                self.send_response(302)
                self.send_header("location", provider.authorize(query))
                self.end_headers()
                return None
            pages: dict[str, Any] = {
                "/.well-known/openid-configuration": provider.discovery,
                "/keys": provider.keys,
                "/userinfo": lambda: provider.person,
            }
            return self.answer(200, pages[parts.path]())

        def do_POST(self) -> None:  # noqa: N802 - the name that the server calls
            length = int(self.headers["content-length"])
            form = parse_qs(self.rfile.read(length).decode())
            if self.path in provider.failures:
                return self.answer(500, {})
            values = {name: items[0] for name, items in form.items()}
            return self.answer(*provider.token(values))

    with serving(Handler) as provider.url:
        yield provider
