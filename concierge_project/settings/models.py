"""Settings of the models and of the search that feeds them."""

from concierge_project.settings.environment import env

# --- Models ----------------------------------------------------------------------
# : Key of the Gemini API; empty means the offline speaker and offline embeddings.
GOOGLE_API_KEY: str = env.str("GOOGLE_API_KEY", default="")
# : Replaces the address of the Gemini API, for gateways and tests.
GOOGLE_BASE_URL: str = env.str("GOOGLE_BASE_URL", default="")
# : Chat model of all roles.
MODEL_NAME: str = env.str("MODEL_NAME", default="gemini-3.5-flash-lite")
# : Models tried in order when `MODEL_NAME` is not available.
MODEL_FALLBACKS: list[str] = env.list("MODEL_FALLBACKS", default=["gemini-2.5-flash"])
# : Temperature of the speaker; other roles use 0. Gemini 3 models keep their own.
MODEL_TEMPERATURE: float = env.float("MODEL_TEMPERATURE", default=0.3)
# : Longest time for one model reply.
MODEL_TIMEOUT_SECONDS: float = env.float("MODEL_TIMEOUT_SECONDS", default=30)
# : Longest silence inside a streamed reply.
MODEL_IDLE_TIMEOUT_SECONDS: float = env.float("MODEL_IDLE_TIMEOUT_SECONDS", default=10)
# : Consecutive failures after which no model is asked for a while.
BREAKER_FAILURES: int = env.int("BREAKER_FAILURES", default=5)
# : How long no model is asked; then one question tests whether they are back.
BREAKER_COOLDOWN_SECONDS: float = env.float("BREAKER_COOLDOWN_SECONDS", default=60)
# : Retries after a failed model call.
MODEL_MAX_RETRIES: int = env.int("MODEL_MAX_RETRIES", default=2)
# : Longest answer of a model, in tokens.
MODEL_MAX_OUTPUT_TOKENS: int = env.int("MODEL_MAX_OUTPUT_TOKENS", default=2048)
# : Folder that replaces `apps/concierge/guardrails/data`, what the guardrails learnt.
GUARDRAIL_WEIGHTS: str = env.str("GUARDRAIL_WEIGHTS", default="")
# : File that replaces `apps/llm/prices.yaml`, in the same format.
PRICE_TABLE: str = env.str("PRICE_TABLE", default="")
# : Gemini embedding model, used when a key is set.
EMBEDDING_MODEL: str = env.str("EMBEDDING_MODEL", default="gemini-embedding-001")
# : Length of the vectors of `EMBEDDING_MODEL`.
EMBEDDING_DIMENSIONS: int = env.int("EMBEDDING_DIMENSIONS", default=768)

# : `instant` or `seed` replaces every model with one that always gives the same reply,
# : to measure the cost of everything else. Refused in production.
STUB_MODELS: str = env.str("STUB_MODELS", default="")
# Dotted path that makes the chat model of a role, by provider.
CHAT_PROVIDERS = {
    "gemini": "apps.llm.gemini.chat.GeminiChat",
    "offline": "apps.concierge.extractive.provider.chat",
    "stub": "apps.llm.stub.StubChat",
}

# --- Retrieval -------------------------------------------------------------------
# : Passages that search hands to the speaker.
RAG_TOP_K: int = env.int("RAG_TOP_K", default=8)
# : Passages of a property up to which their vectors are kept in the memory of each
# : process; pgvector compares those of larger properties.
MAX_PASSAGES_IN_MEMORY: int = env.int("MAX_PASSAGES_IN_MEMORY", default=20_000)
# : Longest passage cut from a long text, in characters.
RAG_CHUNK_CHARS: int = env.int("RAG_CHUNK_CHARS", default=800)
# : Characters that two neighbouring passages share.
RAG_CHUNK_OVERLAP_CHARS: int = env.int("RAG_CHUNK_OVERLAP_CHARS", default=120)
# : Cosine similarity below which a passage is not relevant.
RAG_MIN_RELEVANCE: float = env.float("RAG_MIN_RELEVANCE", default=0.3)
# : Constant k of reciprocal rank fusion.
RRF_K: int = env.int("RRF_K", default=10)
# Weights of the rankings that are fused; measured with `manage.py eval_retrieval`.
RETRIEVAL_WEIGHTS: dict[str, float] = {
    "vector": 2,
    "vector_in_focus": 3,
    "sentence": 3,
    "text": 1,
}
