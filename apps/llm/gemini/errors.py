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

CLIENT_ERROR: type[Exception] = chat_models.ChatGoogleGenerativeAIError
with suppress(ImportError):
    # The client does not publish the base class of its errors.
    from langchain_google_genai._common import GoogleGenerativeAIError

    CLIENT_ERROR = GoogleGenerativeAIError

# The last four: the SDK stumbles over answers that are no JSON or of another shape.
_EXPECTED = (
    APIError,
    CLIENT_ERROR,
    httpx.HTTPError,
    TimeoutError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
)
_NO_SUCH_MODEL = 404
_TOO_MANY = 429
_SERVER_FAULTS = 500
_KEY_CODES = frozenset({401, 403})
_TIMEOUT_CODES = frozenset({408, 504})
_LONGEST_DETAIL = 160


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
    detail = _redacted(str(answer.message or answer.status or ""))
    return ModelUnavailable(
        _kind(code, str(answer.details)),
        f"{model} answered {code}: {detail}",
        retry_after_seconds=_retry_delay(answer.details),
        another_model_may_work=code in (_NO_SUCH_MODEL, _TOO_MANY)
        or code >= _SERVER_FAULTS,
    )


def _kind(code: int, details: str) -> Kind:
    if code in _KEY_CODES or "API_KEY_INVALID" in details or "API key" in details:
        return "key"
    if code == _TOO_MANY:
        return "quota"
    if code in _TIMEOUT_CODES:
        return "timeout"
    return "away" if code >= _SERVER_FAULTS else "broken"


_RETRY_DELAY = patterns.compile(r"'retryDelay': '(\d+(?:\.\d+)?)s'")


def _retry_delay(details: Any) -> float | None:
    """Seconds of google.rpc.RetryInfo, such as "3s"."""
    delay = _RETRY_DELAY.search(str(details))
    return float(delay[1]) if delay else None


def _of(kind: Kind, model: str, problem: str, error: Exception) -> ModelUnavailable:
    return ModelUnavailable(
        kind, f"{model} {problem} ({type(error).__name__}: {_redacted(str(error))})."
    )


def _redacted(text: str) -> str:
    if settings.GOOGLE_API_KEY:
        text = text.replace(settings.GOOGLE_API_KEY, "[key]")
    return " ".join(text.split())[:_LONGEST_DETAIL]
