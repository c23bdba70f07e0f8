"""Asks the concierge from the command line, through the real graph."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.conversations import single_question
from apps.conversations.single_question import TurnResult
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads, loop_clients
from apps.properties.models import Property

BATCH_FIELDS = (
    "answer",
    "route",
    "guardrail",
    "citations",
    "cards",
    "passages",
    "duration_ms",
)


class Command(BaseCommand):
    help = "Takes one turn, or a batch of conversations, and prints the answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="?", default="")
        parser.add_argument("--property", default=settings.DEFAULT_PROPERTY)
        parser.add_argument("--thread", type=UUID, help="go on with this conversation")
        parser.add_argument(
            "--at", type=datetime.fromisoformat, help="answer as of this moment"
        )
        parser.add_argument("--lang", default="")
        parser.add_argument("--channel", choices=("web", "sms"), default="web")
        parser.add_argument("--json", action="store_true", dest="as_json")
        parser.add_argument("--batch", type=Path, metavar="FILE.jsonl")

    def handle(self, **options: Any) -> None:
        if bool(options["question"]) == bool(options["batch"]):
            raise CommandError('Ask one question, ask "...", or give --batch a file.')
        work = self._batch if options["batch"] else self._print_answer
        asyncio.run(self._closing(work(options)))

    async def _closing(self, work: Any) -> None:
        try:
            await work
        finally:
            await loop_clients.close()

    async def _print_answer(self, options: dict[str, Any]) -> None:
        result = await self._ask(
            TurnRunner(), options, options["question"], options["thread"]
        )
        if options["as_json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
        else:
            self.stdout.write(_readable(result))
        if result["status"] != "done":
            raise CommandError("The turn failed; the log says why.")

    async def _batch(self, options: dict[str, Any]) -> None:
        runner = TurnRunner()
        for row in _rows(options["batch"]):
            row_options = {
                "property": row.get("property") or options["property"],
                "at": datetime.fromisoformat(row["at"]) if row.get("at") else None,
                "lang": row.get("lang") or "",
                "channel": options["channel"],
            }
            answers, thread_id = [], None
            for text in row["turns"]:
                turn = await self._ask(runner, row_options, text, thread_id)
                if turn["status"] != "done":
                    raise CommandError(f"“{text}” was not answered; the log says why.")
                thread_id = UUID(turn["thread"])
                answers.append({name: turn[name] for name in BATCH_FIELDS})
            conversation = {"id": row.get("id"), "answers": answers}
            self.stdout.write(json.dumps(conversation, ensure_ascii=False))

    async def _ask(
        self,
        runner: TurnRunner,
        options: dict[str, Any],
        text: str,
        thread: UUID | None,
    ) -> TurnResult:
        place = await database_threads.run(_place, options["property"])
        at = _aware(options["at"], place)
        conversation = await database_threads.run(
            single_question.conversation_of,
            place,
            thread,
            options["channel"],
            is_from_guest=False,
        )
        return await single_question.ask(
            runner, conversation, text, at, options["lang"]
        )


def _aware(at: datetime | None, place: Property) -> datetime | None:
    """A moment without a zone is on the property's clock."""
    return at if at is None or at.tzinfo else at.replace(tzinfo=place.zone)


def _place(slug: str) -> Property:
    try:
        return Property.objects.get(slug=slug)
    except Property.DoesNotExist as error:
        slugs = ", ".join(Property.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(
            f"There is no property “{slug}”. There is: {slugs}."
        ) from error


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """Conversations of a JSON-lines file; raises CommandError with the bad line."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if row.get("at"):
                datetime.fromisoformat(row["at"])
            row["turns"] = [str(text) for text in row["turns"]]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CommandError(f"{path.name}, line {number}: {error!r}") from error
        yield row


def _readable(result: TurnResult) -> str:
    lines = [result["answer"], ""]
    lines += [
        "  [{n}] {title}, {field_label}: {quote}".format(**source)
        for source in result["citations"]
    ]
    lines += ["  Call {name}: {phone}".format(**line) for line in result["help"]]
    decision = result["route"] or result["guardrail"]
    lines.append(
        f"  {decision} · {result['provider'] or 'no model'} · "
        f"{result['duration_ms']} ms · thread {result['thread']}"
    )
    return "\n".join(lines)
