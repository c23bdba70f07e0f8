"""Runs a recorded turn again, and says in what it differs from the recording."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.conversations.models import TurnRecording
from apps.conversations.replay import comparison, recordings, rerun
from apps.conversations.replay.comparison import Comparison
from apps.conversations.replay.ports import NotRecorded
from apps.conversations.replay.rerun import CapReached, Changes, Rerun
from apps.infrastructure import database_scope
from apps.properties import flags

MARKS = {"same": "{}", "gone": "[-{}-]", "new": "{{+{}+}}"}


class Command(BaseCommand):
    help = (
        "Runs a recorded turn again. Without an option it must come out bit for bit as "
        "recorded, or the command fails; with one, it prints what differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("turn", type=UUID)
        parser.add_argument(
            "--rows", action="store_true", help="search the records as they are now"
        )
        parser.add_argument(
            "--prompt", type=Path, help="a file to take the speaker's prompt from"
        )
        parser.add_argument(
            "--flag",
            action="append",
            default=[],
            type=_flag,
            help="a feature that is switched, such as brief_answers=on",
        )
        parser.add_argument(
            "--ask-models",
            action="store_true",
            help="ask the configured models what was not asked then",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        prompt = (
            options["prompt"].read_text(encoding="utf-8") if options["prompt"] else ""
        )
        changes = Changes(
            has_rows_of_now=options["rows"],
            asks_models=options["ask_models"],
            prompt=prompt,
            flags=dict(options["flag"]),
        )
        with database_scope.all_properties():
            self._replay(options["turn"], changes)

    def _replay(self, turn_id: UUID, changes: Changes) -> None:
        rows = TurnRecording.objects.select_related("turn__conversation__property")
        recording = rows.filter(pk=turn_id).first()
        if recording is None:
            raise CommandError("This turn is not recorded.")
        try:
            content = recordings.load(recording)
            result = rerun.run_sync(recording.turn, content, changes)
        except (
            recordings.UnreadableRecording,
            NotRecorded,
            CapReached,
            TimeoutError,
        ) as error:
            raise CommandError(f"It cannot be run again: {error}") from error
        compared = comparison.compare(content["outcome"], result.outcome)
        self._print(compared, result, comparison.changed_rows(content))
        if not compared.is_same and changes == rerun.NO_CHANGES:
            raise CommandError("It does not come out as recorded.")

    def _print(
        self,
        compared: Comparison,
        result: Rerun,
        changed_rows: list[comparison.ChangedRow],
    ) -> None:
        words = (MARKS[run.change].format(run.text) for run in compared.words)
        self.stdout.write("".join(words))
        lines = [f"source gone: {source}" for source in compared.sources_gone]
        lines += [f"source new: {source}" for source in compared.sources_new]
        lines += [f"row changed since: {row.name}" for row in changed_rows]
        lines += [f"new request to {role}" for role, _ in result.new_requests]
        for name, recorded, now in compared.afterwards:
            lines.append(f"{name}: {recorded or 'none'}")
            if now != recorded:
                lines.append(f"{name} now: {now or 'none'}")
        before, after = compared.costs
        lines.append(f"cost: ${before:.6f}, now ${after:.6f}")
        same = "the same, bit for bit" if compared.is_same else "different"
        lines.append(f"{same}: {', '.join(compared.parts) or 'words, sources, events'}")
        self.stdout.write("\n".join(lines))


def _flag(text: str) -> tuple[str, bool]:
    key, _, value = text.partition("=")
    if key not in flags.features() or value not in {"on", "off"}:
        raise ArgumentTypeError(f"{text} is no feature that is on or off")
    return key, value == "on"
