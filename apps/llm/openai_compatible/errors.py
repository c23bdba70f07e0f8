"""Turns what the OpenAI client raises into `ModelUnavailable`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import httpx2
import openai

from apps.llm import roles
from apps.llm.failures import Kind, ModelUnavailable
from apps.llm.remote import http_failures
from apps.llm.roles import ModelId

_EXPECTED = (
    openai.OpenAIError,
    httpx2.HTTPError,
    TimeoutError,
    *http_failures.MALFORMED_ANSWER,
)


@contextmanager
def explained(model: ModelId) -> Iterator[None]:
    """Every failure of a call passes here."""
    try:
        yield
    except _EXPECTED as error:
        _raise(error, model)


def _raise(error: Exception, model: ModelId) -> NoReturn:
    match error:
        case openai.APIStatusError():
            failure = _from_answer(error, model)
        case openai.APITimeoutError() | httpx2.TimeoutException() | TimeoutError():
            sentence = f"{model.name} did not answer in time."
            failure = ModelUnavailable("timeout", sentence)
        case openai.LengthFinishReasonError():
            failure = _of("broken", model, "needs more tokens than it may take", error)
        case openai.ContentFilterFinishReasonError():
            failure = _of("refused", model, "refused to answer", error)
        case openai.APIConnectionError() | httpx2.TransportError():
            failure = _of("away", model, "cannot be reached or broke off", error)
        case openai.APIError():  # said in the middle of a stream
            failure = _of("away", model, "gave up", error)
        case _:
            failure = _of("broken", model, "answered in an unknown form", error)
    # The chain would carry the server's raw text, which may repeat the key.
    raise failure from None


def _from_answer(error: openai.APIStatusError, model: ModelId) -> ModelUnavailable:
    code = error.status_code
    detail = _detail(error.message, model)
    return ModelUnavailable(
        http_failures.kind(code),
        f"{model.name} answered {code}: {detail}",
        retry_after_seconds=_retry_after(error),
        another_model_may_work=http_failures.another_model_may_work(code),
    )


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Seconds; the other form of the header, a date, is rare and left out."""
    try:
        return float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None


def _of(kind: Kind, model: ModelId, problem: str, error: Exception) -> ModelUnavailable:
    detail = f"{type(error).__name__}: {_detail(str(error), model)}"
    return ModelUnavailable(kind, f"{model.name} {problem} ({detail}).")


def _detail(text: str, model: ModelId) -> str:
    return http_failures.detail(text, roles.openai_key(model.server))
