"""What a turn without a model costs: the search and the wording, stage by stage."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any
from unittest import mock

from django.conf import settings
from langchain_core.messages import HumanMessage

from apps.concierge.answer.briefing import Briefing, SpeakerPrompt
from apps.concierge.context import Results
from apps.concierge.extractive import facts, provider, selection, wording
from apps.conversations.turns.search.passage_search import PassageSearch
from apps.infrastructure import database_threads, sql
from apps.knowledge import property_snapshot
from apps.knowledge.comparison import extremes
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import exclusions, focus, name_matching
from apps.knowledge.question.subject import Subject
from apps.knowledge.search import matching_rows, retrieval
from apps.knowledge.statements import ranking, splitting
from apps.knowledge.statements import reading as readings
from apps.language import chat_language
from apps.language.spelling.speller import Speller
from apps.llm.embeddings import LOCAL_MODEL, Embedder
from apps.properties.models import Property
from benchmarks.training.questions import Conversation

# The functions of each stage; what one calls of another stage is counted there.
STAGES: dict[str, tuple[tuple[Any, str], ...]] = {
    "spelling": ((chat_language, "written_out"), (Speller, "text")),
    "names": ((name_matching, "find"), (name_matching, "find_part")),
    "reading": ((readings, "read"), (focus, "question")),
    "splitting": (
        (splitting, "message"),
        (splitting.Message, "texts_to_embed"),
        (splitting.Message, "parts_of"),
        (splitting, "choose"),
    ),
    "exclusions": ((exclusions, "words"), (exclusions, "rows")),
    "ranking": ((ranking, "rank"),),
    "retrieval": ((retrieval, "search"),),
    "words in PostgreSQL": ((sql, "fetch"),),
    "extremes": ((extremes, "passages"),),
    "matching rows": ((matching_rows, "of"),),
    "selection": ((facts, "read"), (selection, "choose")),
    "wording": ((wording, "write"),),
}


class Stopwatch:
    """Time on a processor by stage; `seconds` holds the stages of the present turn."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        with ExitStack() as stack:
            for stage, functions in STAGES.items():
                for owner, name in functions:
                    timed = self._timed(stage, getattr(owner, name))
                    stack.enter_context(mock.patch.object(owner, name, timed))
            yield

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Each call runs in one thread; the calls of a turn never overlap."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            self._inner.append(0.0)
            start = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                seconds = time.thread_time() - start
                self.seconds[stage] += seconds - self._inner.pop()
                if self._inner:
                    self._inner[-1] += seconds

        return timed


class CachingEmbedder:
    """An embedder that keeps every vector; it stands for the local model."""

    name = LOCAL_MODEL

    def __init__(self, model: Embedder) -> None:
        self._model, self._vectors = model, dict[str, list[float]]()
        self.dimensions, self.min_relevance = model.dimensions, model.min_relevance

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        unknown = [text for text in texts if text not in self._vectors]
        if unknown:
            embedded = self._model.embed_documents(unknown)
            self._vectors.update(zip(unknown, embedded, strict=True))
        return [self._vectors[text] for text in texts]

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)

    async def aembed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed_documents(texts)


async def measure(
    conversations: Sequence[Conversation], embedder: Embedder, at: datetime
) -> dict[str, list[float]]:
    """Seconds of every turn by stage, and `all` of them together.

    The first pass embeds the texts. The second has new snapshots: what a process keeps
    of a question that it has read before does not count.
    """
    caching_embedder = CachingEmbedder(embedder)
    for conversation in conversations:
        await _converse(conversation, caching_embedder, at, Stopwatch())
    property_snapshot.forget()
    stopwatch, turns = Stopwatch(), list[dict[str, float]]()
    with stopwatch.watching():
        for conversation in conversations:
            turns += await _converse(conversation, caching_embedder, at, stopwatch)
    by_stage = {stage: [turn.get(stage, 0.0) for turn in turns] for stage in STAGES}
    return {**by_stage, "all": [sum(turn.values()) for turn in turns]}


async def _converse(
    conversation: Conversation, embedder: Embedder, at: datetime, stopwatch: Stopwatch
) -> list[dict[str, float]]:
    """Each question goes on with the row of the first passage of the answer before."""
    snapshot = await database_threads.run(_snapshot, conversation.resort)
    subject, turns = Subject().stored(), list[dict[str, float]]()
    earlier: list[str] = []
    for message in conversation.messages():
        stopwatch.seconds.clear()
        search = PassageSearch(snapshot, at, embedder, conversation.language)
        text = message[0].message
        search.start(text, earlier, subject)
        results = await search.results(schedule=False)
        answer = _answer(text, conversation.language, results)
        turns.append(dict(stopwatch.seconds))
        earlier = [answer, text, *earlier][: settings.MAX_HISTORY_MESSAGES]
        if results.passages:
            first = results.passages[0]["metadata"]
            cited = {**first, "field": first["sentences"][0]["field"]}
            subject = search.subject([cited], results.reading)
    return turns


def _snapshot(slug: str) -> PropertySnapshot:
    return property_snapshot.of(Property.objects.get(slug=slug).pk)


def _answer(text: str, language: str, results: Results) -> str:
    briefing = Briefing(
        passages=results.passages, language=language, reading=results.reading
    )
    prompt = SpeakerPrompt(content="", briefing=briefing)
    return provider.answer([prompt, HumanMessage(text)])
