"""The page of a row's draft, as somebody reads it and presses one of its buttons."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.admin_form import Form


def address(item_id: int) -> str:
    return f"/admin/rows/{item_id}/draft/"


def press(client: Client, item_id: int, action: str, **values: Any) -> str:
    """Reads the page first; the text of the page that follows."""
    return press_as_read(client, item_id, action, read(client, item_id), **values)


def read(client: Client, item_id: int) -> str:
    """What the buttons of the page send of the state that it shows."""
    return Form(client, address(item_id)).values.get("read", "")


def press_as_read(
    client: Client, item_id: int, action: str, read: str, **values: Any
) -> str:
    """On a page that was opened earlier, and told `read`."""
    form_values = {**values, "read": read}
    target = f"{address(item_id)}{action}/"
    return client.post(target, form_values, follow=True).content.decode()
