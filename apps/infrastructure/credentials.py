"""Passwords in connection URLs, and webhooks: no log line or message contains them."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

from apps.infrastructure import patterns

HIDDEN = "[secret]"
# Hiding a shorter password would mangle unrelated text.
SHORTEST_SECRET = 6
# `//user:password@host`, and `password=...` as libpq writes it.
USER_INFO = patterns.compile(r"(?P<user>//[^\s/:@\"']*):[^\s/\"']+@")
PARAMETER = patterns.compile(r"(?P<name>\bpassword=)(?:'[^']*'|[^\s&'\"]+)", "i")
# Whoever has the address of a webhook can write to its channel.
WEBHOOK = patterns.compile(
    r"(?P<host>https?://(?:hooks\.slack(?:-gov)?\.com|[\w.-]+\.webhook\.office\.com"
    r"|[\w.-]+\.logic\.azure\.com|[\w.-]+\.api\.powerplatform\.com)(?::\d+)?/)"
    r"[^\s\"'<>]+",
    "i",
)


def hide(text: str) -> str:
    """The text with `[secret]` in place of passwords of URLs and paths of webhooks."""
    text = WEBHOOK.sub(lambda match: f"{match['host']}{HIDDEN}", text)
    text = USER_INFO.sub(lambda match: f"{match['user']}:{HIDDEN}@", text)
    return PARAMETER.sub(lambda match: f"{match['name']}{HIDDEN}", text)


def passwords(url: str) -> tuple[str, ...]:
    """The password of a URL, as written and decoded; none if it is short."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ()
    written = [parts.password or "", *parse_qs(parts.query).get("password", ())]
    both = {*written, *map(unquote, written)}
    return tuple(sorted(text for text in both if len(text) >= SHORTEST_SECRET))
