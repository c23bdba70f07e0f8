"""Settings of models that cannot be meant, each with its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from apps.llm import embeddings, roles
from apps.llm.roles import ModelId

Problem = tuple[str, str]
BY_ROLE = (
    "ROLE_MODELS",
    "ROLE_TEMPERATURES",
    "ROLE_TIMEOUT_SECONDS",
    "ROLE_MAX_OUTPUT_TOKENS",
)
STRUCTURED_OUTPUTS = ("function_calling", "json_schema", "json_mode")
# A turn's row keeps the name.
LONGEST_SERVER_NAME = 20


def problems() -> Iterator[Problem]:
    """(what is wrong, what to do about it)."""
    yield from _roles()
    yield from _numbers()
    yield from _servers()
    named = [model for role in roles.ROLES for model in roles.named_models(role)]
    try:
        named += [model for model, _ in embeddings.named_models()]
    except ValueError as error:
        yield f"A length of vectors is no number: {error}.", "Write MODEL@768."
    for model in dict.fromkeys(named):
        yield from _model(model)
    yield from _reranker()
    if settings.OPENAI_STRUCTURED_OUTPUT not in STRUCTURED_OUTPUTS:
        yield (
            f"“{settings.OPENAI_STRUCTURED_OUTPUT}” is no way to fill in forms.",
            f"Set OPENAI_STRUCTURED_OUTPUT to one of {', '.join(STRUCTURED_OUTPUTS)}.",
        )


def _reranker() -> Iterator[Problem]:
    name = settings.RERANKER
    if name and name not in settings.RERANK_PROVIDERS:
        names = " or ".join(settings.RERANK_PROVIDERS)
        yield f"“{name}” is no reranker.", f"Set RERANKER to {names}, or unset it."
    elif name == "cross_encoder" and not Path(settings.RERANKER_FOLDER).is_dir():
        yield (
            "The folder of the cross-encoder is not there.",
            "Set RERANKER_FOLDER to a folder with model.onnx and vocab.txt.",
        )


def _roles() -> Iterator[Problem]:
    for setting in BY_ROLE:
        for role in getattr(settings, setting):
            if role not in roles.ROLES:
                yield (
                    f"{setting} names “{role}”, which is no role.",
                    f"The roles are {', '.join(roles.ROLES)}.",
                )


def _numbers() -> Iterator[Problem]:
    for setting in BY_ROLE[1:]:
        for role, value in getattr(settings, setting).items():
            try:
                is_number = float(value) >= 0
            except ValueError:
                is_number = False
            if not is_number:
                yield f"{setting}: “{value}” for {role} is no number.", "Correct it."


def _servers() -> Iterator[Problem]:
    for name in settings.OPENAI_SERVERS:
        if name in (*roles.BUILT_IN, roles.OPENAI_COMPATIBLE):
            yield f"OPENAI_SERVERS names “{name}”, which is taken.", "Rename it."
        if len(name) > LONGEST_SERVER_NAME:
            yield (
                f"The name “{name}” in OPENAI_SERVERS is too long.",
                f"Use at most {LONGEST_SERVER_NAME} letters.",
            )


def _model(model: ModelId) -> Iterator[Problem]:
    if model.server == roles.GEMINI and ":" in model.name:
        yield (
            f"“{model.name}” names no server that is known.",
            f"Write {roles.OPENAI_COMPATIBLE}:{model.name}, or add the server to "
            "OPENAI_SERVERS.",
        )
    if model.server == roles.OPENAI_COMPATIBLE and not settings.OPENAI_BASE_URL:
        yield f"The model {model} has no address.", "Set OPENAI_BASE_URL."
