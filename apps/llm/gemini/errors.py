"""Turns what the Gemini clients raise into `ModelUnavailable`."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import httpx
from django.conf import settings
from google.genai.errors import APIError
from langchain_google_genai import chat_models

from apps.infrastructure import patterns
from apps.llm.failures import Kind, ModelUnavailable
from apps.llm.remote import http_failures

CLIENT_ERROR: type[Exception] = chat_models.ChatGoogleGenerativeAIError
with suppress(ImportError):
    # The client does not publish the base class of its errors.
    from langchain_google_genai._common import GoogleGenerativeAIError

    CLIENT_ERROR = GoogleGenerativeAIError

_EXPECTED = (
    APIError,
    CLIENT_ERROR,
    httpx.HTTPError,
    TimeoutError,
    *http_failures.MALFORMED_ANSWER,
)


@contextmanager
def explained(model: str) -> Iterator[None]:
    """Every failure of a Gemini call passes here, whichever client made it."""
    try:
        yield
    except _EXPECTED as error:
        _raise(error, model)


def _raise(error: Exception, model: str) -> NoReturn:
    answer = _answer(error)
    if answer is not None:
        failure = _from_answer(answer, model)
    elif isinstance(error, (TimeoutError, httpx.TimeoutException)):
        failure = ModelUnavailable("timeout", f"{model} did not answer in time.")
    elif isinstance(error, httpx.TransportError):
        failure = _of("away", model, "cannot be reached or broke off", error)
    else:
        failure = _of("broken", model, "answered in an unknown form", error)
    # The chain would carry the provider's raw text, which may repeat the key.
    raise failure from None


def _answer(error: BaseException | None) -> APIError | None:
    """The HTTP answer behind an error; LangChain keeps it as the cause."""
    while error is not None and not isinstance(error, APIError):
        error = error.__cause__
    return error


def _from_answer(answer: APIError, model: str) -> ModelUnavailable:
    code = int(answer.code or 0)
    detail = _detail(str(answer.message or answer.status or ""))
    return ModelUnavailable(
        _kind(code, str(answer.details)),
        f"{model} answered {code}: {detail}",
        retry_after_seconds=_retry_delay(answer.details),
        another_model_may_work=http_failures.another_model_may_work(code),
    )


def _kind(code: int, details: str) -> Kind:
    """Gemini answers 400 to a key that it does not know."""
    if "API_KEY_INVALID" in details or "API key" in details:
        return "key"
    return http_failures.kind(code)


_RETRY_DELAY = patterns.compile(r"'retryDelay': '(\d+(?:\.\d+)?)s'")


def _retry_delay(details: Any) -> float | None:
    """Seconds of google.rpc.RetryInfo, such as "3s"."""
    delay = _RETRY_DELAY.search(str(details))
    return float(delay[1]) if delay else None


def _of(kind: Kind, model: str, problem: str, error: Exception) -> ModelUnavailable:
    return ModelUnavailable(
        kind, f"{model} {problem} ({type(error).__name__}: {_detail(str(error))})."
    )


def _detail(text: str) -> str:
    return http_failures.detail(text, settings.GOOGLE_API_KEY)
