"""Sends text messages by Telnyx, and asks it for those that it has sent.

https://developers.telnyx.com/api/messaging/send-message
https://developers.telnyx.com/api/detail-records/search-detail-records
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx
from django.conf import settings

SECONDS = 15
TOO_MANY, UNAVAILABLE = 429, 503
OPTED_OUT = "40300"
MOST_ERROR_CHARS = 200


@dataclass(frozen=True)
class Text:
    """tag: comes back in the statuses and records of the message."""

    sender: str
    to: str
    body: str
    tag: str


class NotSent(Exception):  # noqa: N818 - it names the outcome
    """The provider has not sent it: `may_retry` says whether it may do so later."""

    def __init__(self, reason: str, *, may_retry: bool, code: str = "") -> None:
        super().__init__(reason)
        self.may_retry, self.code = may_retry, code


class Uncertain(Exception):  # noqa: N818 - it names the outcome
    """The provider may have sent it: the answer got lost."""


def send(text: Text) -> str:
    """The provider's id of the message. Raises NotSent or Uncertain."""
    body = {
        "from": text.sender,
        "to": text.to,
        "text": text.body,
        "messaging_profile_id": settings.TELNYX_MESSAGING_PROFILE_ID or None,
        "tags": [text.tag],
    }
    try:
        response = _request("POST", "/v2/messages", json=_without_empty(body))
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        reason = "The provider cannot be reached."
        raise NotSent(reason, may_retry=True) from error
    except httpx.HTTPError as error:
        raise Uncertain(type(error).__name__) from error
    return _message_id(response)


def find(text: Text, since: datetime) -> str | None:
    """The id of a message that was sent since then; None where there is none.

    Raises Uncertain where the provider does not say.
    """
    query = {
        "filter[record_type]": "messaging",
        "filter[direction]": "outbound",
        "filter[cld]": text.to,
        "filter[created_at][gte]": since.isoformat(),
        "page[size]": "50",
    }
    try:
        response = _request("GET", "/v2/detail_records", params=query)
        response.raise_for_status()
        records = response.json()["data"]
        matching = [row for row in records if text.tag in _tags(row)]
        return str(matching[0]["uuid"]) if matching else None
    except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
        raise Uncertain(type(error).__name__) from error


def _request(method: str, path: str, **options: Any) -> httpx.Response:
    address = f"{settings.SMS_API_URL.rstrip('/')}{path}"
    headers = {"Authorization": f"Bearer {settings.TELNYX_API_KEY}"}
    return httpx.request(method, address, headers=headers, timeout=SECONDS, **options)


def _message_id(response: httpx.Response) -> str:
    if response.is_success:
        try:
            return str(response.json()["data"]["id"])
        except (ValueError, KeyError, TypeError) as error:
            raise Uncertain("an answer without an id") from error
    if response.status_code in (TOO_MANY, UNAVAILABLE):
        reason = f"The provider is busy ({response.status_code})."
        raise NotSent(reason, may_retry=True)
    if response.is_server_error:
        raise Uncertain(f"status {response.status_code}")
    code, title = _fault(response)
    reason = f"The provider refused it: {title} ({code})."[:MOST_ERROR_CHARS]
    raise NotSent(reason, may_retry=False, code=code)


def _fault(response: httpx.Response) -> tuple[str, str]:
    try:
        fault = response.json()["errors"][0]
        return str(fault["code"]), str(fault["title"])
    except (ValueError, KeyError, TypeError, IndexError):
        return str(response.status_code), "no reason"


def _tags(record: dict[str, Any]) -> list[str]:
    tags = record.get("tags") or ""
    return tags.split(",") if isinstance(tags, str) else [str(tag) for tag in tags]


def _without_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
