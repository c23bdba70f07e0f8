"""Measures how soon an edit in the admin can be answered; needs a running worker."""

from __future__ import annotations

import random
import string
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Restaurant
from apps.knowledge import property_snapshot
from apps.knowledge.models import Embedding
from apps.knowledge.question.focus import Question
from apps.knowledge.search import retrieval
from apps.knowledge.search.retrieval import Vectors
from apps.properties.models import Property
from benchmarks import figures
from tests.admin_form import Form

POLL_SECONDS = 0.005
TIMEOUT_SECONDS = 30
WITHDRAWN_EVERY = 5


@dataclass
class Times:
    """Seconds from sending the form, and how many withdrawn rows were still cited."""

    saved: list[float] = field(default_factory=list)
    keyword: list[float] = field(default_factory=list)
    vector: list[float] = field(default_factory=list)
    withdrawn_count: int = 0
    cited_count: int = 0


def measure(edits: int, seed: int) -> dict[str, Any]:
    """Edits rows of the first property one after another; restores them at the end."""
    place = Property.objects.earliest("pk")
    rows = list(Restaurant.objects.of(place).filter(status="live"))
    summaries = {row.pk: row.summary for row in rows}
    client, rng, times = _staff(), random.Random(seed), Times()  # noqa: S311
    for number in range(edits):
        row = rows[number % len(rows)]
        word = "".join(rng.choices(string.ascii_lowercase, k=12))
        _edit(client, row, word, times)
        if number % WITHDRAWN_EVERY == 0:
            _withdraw(client, row, word, times)
    for row in Restaurant.objects.filter(pk__in=summaries):
        row.summary = summaries[row.pk]
        row.save()
    return {
        "edits": edits,
        "saved_ms": figures.milliseconds(times.saved),
        "by_keyword_ms": figures.milliseconds(times.keyword),
        "by_vector_ms": figures.milliseconds(times.vector),
        "withdrawn": times.withdrawn_count,
        "withdrawn_and_cited": times.cited_count,
    }


def _edit(client: Client, row: Restaurant, word: str, times: Times) -> None:
    form = _form(client, row).fill(summary=f"Tonight we serve {word} with lemon.")
    started_at = time.perf_counter()
    _send(form)
    times.saved.append(time.perf_counter() - started_at)
    times.keyword.append(_seconds_until(lambda: _is_found(row, word), started_at))
    times.vector.append(_seconds_until(lambda: _has_vector(row, word), started_at))


def _withdraw(client: Client, row: Restaurant, word: str, times: Times) -> None:
    _send(_form(client, row).fill(status="draft"))
    times.withdrawn_count += 1
    times.cited_count += _is_found(row, word)
    _send(_form(client, row).fill(status="live"))


def _staff() -> Client:
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(get_user_model().objects.filter(is_superuser=True)[0])
    return client


def _form(client: Client, row: Restaurant) -> Form:
    return Form(client, f"/admin/catalog/restaurant/{row.pk}/change/")


def _send(form: Form) -> None:
    """Posts without reading the page that follows."""
    response = form.client.post(form.address, {**form.values, "_continue": "1"})
    if response.status_code != HTTPStatus.FOUND:
        raise RuntimeError(f"The form was not saved: {form.address}")


def _is_found(row: Restaurant, word: str) -> bool:
    """Whether a question with the word brings a passage of the row that holds it."""
    snapshot = property_snapshot.of(row.property_id)
    passages = retrieval.search(
        Question(f"Do you serve {word}?"), Vectors("none"), snapshot, timezone.now()
    )
    return any(
        passage["metadata"]["item_id"] == row.pk and word in passage["content"]
        for passage in passages
    )


def _has_vector(row: Restaurant, word: str) -> bool:
    vectors = Embedding.objects.filter(state="ready", passage__item_id=row.pk)
    return vectors.filter(passage__text__contains=word).exists()


def _seconds_until(is_true: Callable[[], bool], started_at: float) -> float:
    """Seconds from `started_at` until `is_true`."""
    while not is_true():
        if time.perf_counter() - started_at > TIMEOUT_SECONDS:
            raise TimeoutError("No question finds the edit in time.")
        time.sleep(POLL_SECONDS)
    return time.perf_counter() - started_at
