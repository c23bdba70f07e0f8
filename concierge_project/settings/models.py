"""Settings of the models and of the search that feeds them."""

from concierge_project.settings.environment import env

# --- Models ----------------------------------------------------------------------
# : Key of the Gemini API. Without it and without another server of models, the offline
# : speaker and offline embeddings serve.
GOOGLE_API_KEY: str = env.str("GOOGLE_API_KEY", default="")
# : Replaces the address of the Gemini API, for gateways and tests.
GOOGLE_BASE_URL: str = env.str("GOOGLE_BASE_URL", default="")
# : Address of an OpenAI-compatible API: of OpenAI, Groq, NVIDIA, vLLM, Ollama or
# : llama.cpp, such as `http://127.0.0.1:11434/v1`. Its models are written
# : `openai_compatible:MODEL`.
OPENAI_BASE_URL: str = env.str("OPENAI_BASE_URL", default="")
# : Key of that API; servers of your own may need none.
OPENAI_API_KEY: str = env.str("OPENAI_API_KEY", default="")
# : More such APIs by name: `groq=https://api.groq.com/openai/v1`. Their models are
# : written `groq:MODEL`.
OPENAI_SERVERS: dict[str, str] = env.dict("OPENAI_SERVERS", default={})
# : Keys of these APIs, by name.
OPENAI_SERVER_KEYS: dict[str, str] = env.dict("OPENAI_SERVER_KEYS", default={})
# : How these APIs fill in forms: `function_calling`, `json_schema` or `json_mode`.
OPENAI_STRUCTURED_OUTPUT: str = env.str(
    "OPENAI_STRUCTURED_OUTPUT", default="function_calling"
)
# : Chat model of all roles: a Gemini model, or `SERVER:MODEL`.
MODEL_NAME: str = env.str("MODEL_NAME", default="gemini-3.5-flash-lite")
# : Models tried in order when `MODEL_NAME` fails, of the same server or of others.
# : After all of them, the records answer.
MODEL_FALLBACKS: list[str] = env.list("MODEL_FALLBACKS", default=["gemini-2.5-flash"])
# : Models of single roles, in order: `speaker=gemini-2.5-pro+groq:A,router=groq:B`. The
# : roles are router, planner, extractor, speaker and validator. `extractive` is the
# : speaker without a model.
ROLE_MODELS: dict[str, str] = env.dict("ROLE_MODELS", default={})
# : Temperature of the speaker; other roles use 0.
MODEL_TEMPERATURE: float = env.float("MODEL_TEMPERATURE", default=0.3)
# : Temperatures of single roles: `speaker=0.5,planner=0.2`.
ROLE_TEMPERATURES: dict[str, str] = env.dict("ROLE_TEMPERATURES", default={})
# : Beginnings of the names of models that take no temperature; none is sent to them.
MODELS_WITHOUT_TEMPERATURE: list[str] = env.list(
    "MODELS_WITHOUT_TEMPERATURE",
    default=["gemini-3.5-flash-lite", "gemini-3.6-flash", "gpt-5", "o1", "o3", "o4"],
)
# : Beginnings of the names of models that call no tools; none are offered to them.
MODELS_WITHOUT_TOOLS: list[str] = env.list("MODELS_WITHOUT_TOOLS", default=[])
# : Longest time for one reply, whichever models are tried for it.
MODEL_TIMEOUT_SECONDS: float = env.float("MODEL_TIMEOUT_SECONDS", default=30)
# : The same for single roles: `router=3,speaker=20`.
ROLE_TIMEOUT_SECONDS: dict[str, str] = env.dict("ROLE_TIMEOUT_SECONDS", default={})
# : Longest silence inside a streamed reply.
MODEL_IDLE_TIMEOUT_SECONDS: float = env.float("MODEL_IDLE_TIMEOUT_SECONDS", default=10)
# : Consecutive failures after which a server is not asked for a while.
BREAKER_FAILURES: int = env.int("BREAKER_FAILURES", default=5)
# : How long it is not asked; then one question tests whether it is back.
BREAKER_COOLDOWN_SECONDS: float = env.float("BREAKER_COOLDOWN_SECONDS", default=60)
# : Retries after a failed model call, unless the server asks for a longer pause than a
# : guest would wait.
MODEL_MAX_RETRIES: int = env.int("MODEL_MAX_RETRIES", default=2)
# : Longest answer of a model, in tokens.
MODEL_MAX_OUTPUT_TOKENS: int = env.int("MODEL_MAX_OUTPUT_TOKENS", default=2048)
# : The same for single roles: `speaker=800`.
ROLE_MAX_OUTPUT_TOKENS: dict[str, str] = env.dict("ROLE_MAX_OUTPUT_TOKENS", default={})
# : Folder that replaces `apps/concierge/guardrails/data`, what the guardrails learnt.
GUARDRAIL_WEIGHTS: str = env.str("GUARDRAIL_WEIGHTS", default="")
# : File that replaces `apps/llm/prices.yaml`, in the same format.
PRICE_TABLE: str = env.str("PRICE_TABLE", default="")
# : Embedding model: of Gemini, or `SERVER:MODEL`. Without its key or address, the local
# : model is used.
EMBEDDING_MODEL: str = env.str("EMBEDDING_MODEL", default="gemini-embedding-001")
# : Length of the vectors of `EMBEDDING_MODEL`.
EMBEDDING_DIMENSIONS: int = env.int("EMBEDDING_DIMENSIONS", default=768)
# : Models that embed questions while `EMBEDDING_MODEL` fails, with the lengths of their
# : vectors: `groq:MODEL@1024`. The worker keeps vectors of every passage for each.
EMBEDDING_FALLBACKS: list[str] = env.list("EMBEDDING_FALLBACKS", default=[])

# : `instant` or `seed` replaces every model with one that always gives the same reply,
# : to measure the cost of everything else. Refused in production.
STUB_MODELS: str = env.str("STUB_MODELS", default="")
# Dotted paths of what makes an embedder, and the chat model of a role, by provider.
EMBEDDING_PROVIDERS = {
    "gemini": "apps.llm.gemini.embeddings.GeminiEmbedder",
    "openai_compatible": "apps.llm.openai_compatible.embeddings.OpenAIEmbedder",
}
CHAT_PROVIDERS = {
    "gemini": "apps.llm.gemini.chat.chat",
    "openai_compatible": "apps.llm.openai_compatible.chat.chat",
    "extractive": "apps.concierge.extractive.provider.build",
    "stub": "apps.llm.stub.chat",
}

# Dotted paths of what makes a reranker, by the name that `RERANKER` has.
RERANK_PROVIDERS = {
    "late_interaction": "apps.llm.local.rerankers.LateInteraction",
    "cross_encoder": "apps.llm.local.rerankers.CrossEncoder",
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
# : What judges the best results once more, together with the question:
# : `late_interaction` (MiniLM, token by token) or `cross_encoder`. Empty for nothing.
RERANKER: str = env.str("RERANKER", default="")
# : Folder of the cross-encoder: a model of the kind of BERT, and its vocabulary.
RERANKER_FOLDER: str = env.str("RERANKER_FOLDER", default="")
# : Constant k of reciprocal rank fusion.
RRF_K: int = env.int("RRF_K", default=10)
# Weights of the rankings that are fused; measured with `manage.py eval_retrieval`.
RETRIEVAL_WEIGHTS: dict[str, float] = {
    "vector": 2,
    "vector_in_focus": 3,
    "sentence": 3,
    "text": 1,
}
