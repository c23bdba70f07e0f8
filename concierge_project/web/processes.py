"""Several web processes at one address, forked from one that has loaded everything.

What is read only, code and models, is in memory once. The first process serves nobody:
it starts another in the place of each that ends, and passes SIGTERM on.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType

from apps.local_servers import exec_program

BACKLOG = 1024
# A process that ends at once would otherwise be started again without a pause.
PAUSE_SECONDS = 1.0
Serve = Callable[[Sequence[str]], None]


def count(setting: int, is_production: bool) -> int:
    """`setting`, or for 0 one; on a developer's machine one for two processors."""
    processors = os.cpu_count() or 1
    return setting or (1 if is_production else max(1, processors // 2))


def run(number: int, arguments: Sequence[str], serve: Serve) -> int:
    """Runs until SIGTERM or SIGINT, and until the last process has ended."""
    listening, arguments = _listening(arguments)
    gc.collect()
    gc.freeze()  # so that the collector does not write to what is shared
    processes = _Processes(lambda: serve(arguments))
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, processes.stop)
    for _ in range(number):
        processes.fork()
    processes.supervise()
    listening.close()
    return 0


class _Processes:
    def __init__(self, serve: Callable[[], None]) -> None:
        self._serve = serve
        self._pids: set[int] = set()
        self._is_stopping = False

    def fork(self) -> None:
        parent = os.getpid()
        if pid := os.fork():
            self._pids.add(pid)
            return
        exec_program.exit_with_parent(parent)
        os._exit(self._exit_code())

    def _exit_code(self) -> int:
        """Of a child, which serves until it ends."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        try:
            self._serve()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        except BaseException:  # noqa: BLE001 - the process ends with it
            sys.excepthook(*sys.exc_info())
            return 1
        return 0

    def supervise(self) -> None:
        while self._pids:
            pid, status = os.waitpid(-1, 0)
            self._pids.discard(pid)
            if not self._is_stopping:
                code = os.waitstatus_to_exitcode(status)
                os.write(
                    2, f"web process {pid} ended ({code}); another starts\n".encode()
                )
                time.sleep(PAUSE_SECONDS)
            if not self._is_stopping:
                self.fork()

    def stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping = True
        for pid in self._pids:
            os.kill(pid, signal.SIGTERM)


def _listening(arguments: Sequence[str]) -> tuple[socket.socket, list[str]]:
    """The socket that all share, and the arguments that name it."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-b", "--bind", default="127.0.0.1")
    parser.add_argument("-p", "--port", type=int, default=8000)
    parser.add_argument("--fd", type=int)
    options, further_arguments = parser.parse_known_args(arguments)
    if options.fd is not None:
        listening = socket.socket(fileno=options.fd)
    else:
        listening = socket.create_server((options.bind, options.port), backlog=BACKLOG)
    return listening, ["--fd", str(listening.fileno()), *further_arguments]
