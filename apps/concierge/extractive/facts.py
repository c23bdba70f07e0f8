"""What the answerer is asked: the question, and the facts of the passages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from apps.concierge.answer.briefing import UNKNOWN, Briefing, SpeakerPrompt
from apps.language.translation import question_words
from apps.language.word_forms import stems


@dataclass(frozen=True)
class Fact:
    """One line of a passage, with the number that cites it.

    fits: fields by which retrieval chose the row for this question.
    """

    number: int
    row: str
    kind: str
    about: str
    field: str
    text: str
    fits: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems of the sentence and of the row it belongs to."""
        return frozenset(stems(f"{self.row} {self.text}"))


@dataclass(frozen=True)
class SpeakerRequest:
    """Everything the answerer knows of a turn."""

    question: str
    facts: tuple[Fact, ...] = ()
    previous_question: str = ""
    last_answer: str = ""
    focus: str = ""
    today: date | None = None
    unknown: str = UNKNOWN
    retry: str = ""


def read(messages: Sequence[BaseMessage]) -> SpeakerRequest:
    """The last guest message is the question; the prompt's briefing holds the facts."""
    prompts = [m.briefing for m in messages if isinstance(m, SpeakerPrompt)]
    briefing = prompts[-1] if prompts else Briefing()
    texts = [str(m.text) for m in messages if isinstance(m, HumanMessage)]
    questions = [question_words.english(t, briefing.language) for t in texts[-2:]]
    answers = [str(m.text) for m in messages if isinstance(m, AIMessage)]
    return SpeakerRequest(
        question=questions[-1] if questions else "",
        facts=tuple(_facts(briefing)),
        previous_question=questions[0] if len(questions) > 1 else "",
        last_answer=answers[-1] if answers else "",
        focus=briefing.focus,
        today=briefing.today,
        unknown=briefing.unknown,
        retry=briefing.retry,
    )


def _facts(briefing: Briefing) -> Iterator[Fact]:
    """Each sentence of a row once, with the number of its first passage."""
    facts: dict[tuple[str, str], Fact] = {}
    for number, passage in enumerate(briefing.passages, 1):
        row = passage["metadata"]
        for line in row["sentences"]:
            fact = Fact(
                number=number,
                row=row["item_name"],
                kind=row["category"],
                about=row["title"] or row["item_name"],
                field=line["field"],
                text=" ".join(line["text"].split()),
                fits=tuple(row["fits"].split()),
            )
            if fact.text:
                facts.setdefault((fact.row, fact.text), fact)
    yield from facts.values()
