"""The models of each role, and how they are asked."""

from __future__ import annotations

from django.conf import settings

from apps.llm import breaker, providers, roles
from apps.llm.fallback import FallbackChat
from apps.llm.providers import ChatModel
from apps.llm.roles import ModelId, Role

__all__ = [
    "ChatModel",
    "Role",
    "chat_model",
    "load_providers",
    "provider",
    "servers",
    "state",
]


def provider() -> str:
    """Whose words guests read while nothing fails."""
    return _first("speaker").server


def servers() -> list[str]:
    """Those that the speaker may ask, the preferred one first."""
    models = [] if settings.STUB_MODELS else roles.models("speaker")
    return list(dict.fromkeys([provider(), *(model.server for model in models)]))


def state(server: str = "") -> str:
    """`closed` while the server is asked, by default the preferred one.

    Else what its breaker does: `open` or `half-open`.
    """
    return breaker.of(breaker.chat(server or provider())).state().phase


def chat_model(role: Role) -> ChatModel | None:
    """None where no model plays the role: offline, all but the speaker."""
    first = _first(role)
    if first.server in (roles.STUB, roles.EXTRACTIVE):
        return providers.builder(first)(role, first, 0.0)
    return FallbackChat(role, roles.models(role))


def _first(role: Role) -> ModelId:
    if settings.STUB_MODELS:
        return ModelId(roles.STUB, "")
    return next(iter(roles.models(role)), ModelId(roles.EXTRACTIVE, ""))


def load_providers() -> None:
    """Imports the clients of all configured providers, which takes seconds."""
    if not settings.STUB_MODELS:
        for role in roles.ROLES:
            for model in roles.models(role):
                providers.builder(model)
