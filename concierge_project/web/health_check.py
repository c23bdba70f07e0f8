"""Whether the web process of this container works; the image's health check.

    python concierge_project/web/health_check.py [PORT]

As a file, because importing the package would load Celery every time.
`/health` answers for guests: without a property it is 503, as nobody can be answered.
The process works all the same, and staff are about to enter the property on it.
"""

from __future__ import annotations

import json
import os
import sys
from http.client import HTTPConnection, HTTPException
from typing import Any

ADDRESS = ("127.0.0.1", 8000)
SECONDS = 4
OK = 200


def main(port: int = ADDRESS[1]) -> str:
    """Empty when it works; else what does not."""
    try:
        status, state = _health(port)
    except (OSError, HTTPException, ValueError, KeyError) as error:
        return f"The web process does not answer: {error}"
    if status == OK or _waits_for_a_property(state):
        return ""
    return f"Guests cannot be answered: {json.dumps(state)}"


def _waits_for_a_property(state: Any) -> bool:
    works = state["dependencies"]["database"]["ok"]
    return bool(works and not state["property_loaded"])


def _health(port: int) -> tuple[int, Any]:
    """Asks under a host name that the site answers to."""
    names = os.environ.get("ALLOWED_HOSTS", "").split(",")
    host = names[0].strip().lstrip(".*") or "localhost"
    connection = HTTPConnection(ADDRESS[0], port, timeout=SECONDS)
    try:
        connection.request("GET", "/health", headers={"Host": host})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(*(int(port) for port in sys.argv[1:2])) or None)
