"""What the failures of HTTP APIs have in common, whichever protocol they speak."""

from __future__ import annotations

from apps.llm.failures import Kind

# A client raises these where an answer is no JSON or has another shape.
MALFORMED_ANSWER = (ValueError, TypeError, LookupError, AttributeError)
NO_SUCH_MODEL = 404
TOO_MANY_REQUESTS = 429
SERVER_FAULTS_FROM = 500
KEY_STATUSES = frozenset({401, 403})
TIMEOUT_STATUSES = frozenset({408, 504})
LONGEST_DETAIL = 160


def kind(status: int) -> Kind:
    """The kind of failure that the status of an answer stands for."""
    if status in KEY_STATUSES:
        return "key"
    if status == TOO_MANY_REQUESTS:
        return "quota"
    if status in TIMEOUT_STATUSES:
        return "timeout"
    return "away" if status >= SERVER_FAULTS_FROM else "broken"


def another_model_may_work(status: int) -> bool:
    """Whether another model of the same server is worth asking."""
    is_of_model = status in (NO_SUCH_MODEL, TOO_MANY_REQUESTS)
    return is_of_model or status >= SERVER_FAULTS_FROM


def detail(text: str, key: str) -> str:
    """A server's own words on one short line, without the key."""
    if key:
        text = text.replace(key, "[key]")
    return " ".join(text.split())[:LONGEST_DETAIL]
