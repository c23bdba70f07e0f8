"""A long text of a guest or of a model never holds up the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from apps.concierge.answer.citations import CitationMarkers
from apps.concierge.fact_check import claims, names
from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.stream_check import StreamCheck, UnsupportedClaim
from apps.concierge.fact_check.supported_claims import support
from apps.concierge.guardrails import checks
from apps.knowledge.question import parts, row_names
from apps.language import detect, ngrams, word_forms
from apps.language.calendar import asked_time
from apps.privacy.redaction import redact
from apps.privacy.streaming import Redactor
from tests.apps.concierge.conftest import BALLO, NOW, RunGraph, context
from tests.apps.infrastructure import linear

pytestmark = pytest.mark.slow

FREEZING = "What is the dress code at Tuscany? "
# The longest message a guest may send leaves room for so many letters behind it.
REPEATED = 4060
# Of the processor, for one step of the loop; the search for links alone took 2 s.
LONGEST_STEP = 0.5
LINES = (
    "1, 2 5 PM 5:00 PM 7:00 PM 555-555-5555 Monday $1 a.com closed Monday, 21 or older."
)
FOUND = {
    **BALLO,
    "metadata": {
        **BALLO["metadata"],  # type: ignore[dict-item]
        "sentences": [
            {"field": "now", "label": "Now", "value": LINES, "text": f"Ballo: {LINES}"}
        ],
    },
}
READERS: dict[str, Callable[[str], object]] = {
    "claims": claims.find,
    "support": support.__wrapped__,
    "names": lambda text: [names.is_free(run.group(), "") for run in names.find(text)],
    "guardrails": checks.inspect,
    "language": detect.detect,
    "redaction": redact,
    "clauses": parts.clauses,
    "row_names": row_names.normalised,
    "time": lambda text: asked_time.read(text, NOW),
    "ngrams": ngrams.weighted,
    "offline": word_forms.stems,
}


@pytest.mark.parametrize("reader", READERS)
def test_it_reads_a_question_in_linear_time(reader: str) -> None:
    assert linear.failing(READERS[reader]) == []


def in_pieces(start: Callable[[], Callable[[str], object]]) -> Callable[[str], None]:
    def feed(text: str) -> None:
        take = start()
        for piece in linear.pieces(text):
            take(piece)

    return feed


def stream_check() -> Callable[[str], object]:
    """Stops, as a turn does, at what no record holds."""
    gate = StreamCheck(Evidence([FOUND], [LINES], NOW, lambda _: []), "en")
    is_stopped = False

    def feed(piece: str) -> None:
        nonlocal is_stopped
        try:
            is_stopped = is_stopped or gate.feed(piece) is None
        except UnsupportedClaim:
            is_stopped = True

    return feed


STREAMS: dict[str, Callable[[], Callable[[str], object]]] = {
    "facts": stream_check,
    "redaction": lambda: Redactor(lambda _: False).feed,
    "marks": lambda: CitationMarkers([FOUND] * 3).feed,
}


@pytest.mark.parametrize("stream", STREAMS)
def test_it_passes_an_answer_on_in_linear_time(stream: str) -> None:
    assert linear.failing(in_pieces(STREAMS[stream])) == []
    assert linear.failing(STREAMS[stream]()) == []


@pytest.mark.parametrize("repeated", ["1-", "1.", "555-", "1,", "a;"])
@pytest.mark.usefixtures("closed_connections")
async def test_it_answers_a_long_question_and_the_loop_goes_on(
    run_graph: RunGraph, repeated: str
) -> None:
    question = FREEZING + linear.text(repeated, REPEATED)
    steps: list[float] = []
    watch = asyncio.create_task(_watch(steps))
    run = await run_graph(question, context(BALLO))
    watch.cancel()
    assert run.answer
    assert max(steps) < LONGEST_STEP


async def _watch(steps: list[float]) -> None:
    """How long other tasks keep the loop's thread between two turns of this one."""
    while True:
        before = time.thread_time()
        await asyncio.sleep(0)
        steps.append(time.thread_time() - before)
