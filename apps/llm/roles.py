"""Which models play a role, in what order and within which limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from django.conf import settings

# What a model is asked for.
Role = Literal["router", "planner", "extractor", "speaker", "validator"]
ROLES: tuple[Role, ...] = get_args(Role)

GEMINI, OPENAI_COMPATIBLE = "gemini", "openai_compatible"
EXTRACTIVE, STUB = "extractive", "stub"
# They need no address.
BUILT_IN = (GEMINI, EXTRACTIVE, STUB)


@dataclass(frozen=True, slots=True)
class ModelId:
    """A model at the server that offers it.

    server: `gemini`, `extractive`, `openai_compatible`, or a name of OPENAI_SERVERS.
    """

    server: str
    name: str

    @property
    def provider(self) -> str:
        """The key of CHAT_PROVIDERS: the protocol that the server speaks."""
        return self.server if self.server in BUILT_IN else OPENAI_COMPATIBLE

    def __str__(self) -> str:
        return f"{self.server}:{self.name}" if self.name else self.server


def parse(text: str) -> ModelId:
    """`SERVER:MODEL`, the name of a Gemini model, or `extractive`."""
    text = text.strip()
    if text == EXTRACTIVE:
        return ModelId(EXTRACTIVE, "")
    server, colon, name = text.partition(":")
    if colon and (server == GEMINI or server in openai_servers()):
        return ModelId(server, name)
    return ModelId(GEMINI, text)


def openai_servers() -> dict[str, str]:
    """Addresses of the OpenAI-compatible servers by name; empty where none is set."""
    return {OPENAI_COMPATIBLE: settings.OPENAI_BASE_URL, **settings.OPENAI_SERVERS}


def address_and_key(server: str) -> tuple[str, str]:
    """Differs after every change of the settings that a client is made from."""
    if server == GEMINI:
        return settings.GOOGLE_BASE_URL, settings.GOOGLE_API_KEY
    return openai_servers()[server], openai_key(server)


def openai_key(server: str) -> str:
    if server == OPENAI_COMPATIBLE:
        return str(settings.OPENAI_API_KEY)
    return str(settings.OPENAI_SERVER_KEYS.get(server, ""))


def is_configured(model: ModelId) -> bool:
    """Whether its server can be asked at all: there is a key, or an address."""
    if model.server == GEMINI:
        return bool(settings.GOOGLE_API_KEY)
    return model.server == EXTRACTIVE or bool(openai_servers().get(model.server))


def named_models(role: Role) -> list[ModelId]:
    """The models that the settings name for a role, each once, in order."""
    own = settings.ROLE_MODELS.get(role, "")
    names = own.split("+") if own else [settings.MODEL_NAME, *settings.MODEL_FALLBACKS]
    return unique(names)


def models(role: Role) -> list[ModelId]:
    """Those of them that can be asked."""
    return [model for model in named_models(role) if is_configured(model)]


def unique(names: Iterable[str]) -> list[ModelId]:
    return list(dict.fromkeys(parse(name) for name in names if name.strip()))


def temperature(role: Role, name: str) -> float | None:
    """None for a model that takes none."""
    if name.startswith(tuple(settings.MODELS_WITHOUT_TEMPERATURE)):
        return None
    standard = settings.MODEL_TEMPERATURE if role == "speaker" else 0.0
    return float(settings.ROLE_TEMPERATURES.get(role, standard))


def takes_tools(name: str) -> bool:
    """Whether tools may be offered to a model."""
    return not name.startswith(tuple(settings.MODELS_WITHOUT_TOOLS))


def timeout_seconds(role: Role) -> float:
    """For a whole reply, whichever of the role's models gives it."""
    seconds = settings.ROLE_TIMEOUT_SECONDS.get(role, settings.MODEL_TIMEOUT_SECONDS)
    return float(seconds)


def max_output_tokens(role: Role) -> int:
    tokens = settings.ROLE_MAX_OUTPUT_TOKENS
    return int(tokens.get(role, settings.MODEL_MAX_OUTPUT_TOKENS))
