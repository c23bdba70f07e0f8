"""Fills a `var` folder as `manage.py reindex --failed` does, started by the tests.

`python -m tests.fill_folder [FOLDER]`: what runs side by side have made there, the
migrated tables and the vectors of the demo's texts, is not made again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

from apps.llm.embeddings import MiniLMEmbedder
from apps.local_servers import command_line
from apps.ops.management.commands.migrate import Command
from tests import shared_vectors
from tests.migrated_once import SharedDatabase
from tests.shared_vectors import Vectors


def main(folders: Sequence[str]) -> None:
    with ExitStack() as stack:
        for folder in map(Path, folders):
            migrate = SharedDatabase(folder).copy_or_make(Command.handle)
            embed = _SharedEmbedding(folder, stack)
            stack.enter_context(patch.object(Command, "handle", migrate))
            stack.enter_context(
                patch.object(MiniLMEmbedder, "embed_documents", embed.method())
            )
        command_line.main(["manage.py", "reindex", "--failed"])


class _SharedEmbedding:
    """Waits for the vectors of another run when it is asked for the first ones."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._compute = MiniLMEmbedder.embed_documents
        self._has_begun = False

    def method(self) -> object:
        def embed_documents(model: MiniLMEmbedder, texts: Sequence[str]) -> Vectors:
            if not self._has_begun:
                self._has_begun = True
                self._stack.enter_context(shared_vectors.of_all_runs(self._folder))
            return shared_vectors.of_texts(
                model.name, texts, lambda fresh: self._compute(model, fresh)
            )

        return embed_documents


if __name__ == "__main__":
    main(sys.argv[1:])
