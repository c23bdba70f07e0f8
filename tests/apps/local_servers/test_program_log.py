"""A log that a program goes on writing does not fill the disk."""

from pathlib import Path

import pytest

from apps.local_servers import paths, program_log


def test_it_is_put_aside_while_its_program_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_log, "LARGEST_BYTES", 20)
    paths.log_dir(tmp_path).mkdir(parents=True)
    log = program_log.open_log(tmp_path, "web")
    with log.path.open("ab", buffering=0) as written:
        written.write(b"a short line\n")
        log.rotate()
        assert log.path.read_text() == "a short line\n"
        written.write(b"it is long enough now\n")
        log.rotate()
        written.write(b"it goes on\n")
    assert log.path.read_text() == "it goes on\n"
    previous = log.path.with_suffix(".log.1").read_text()
    assert previous == "a short line\nit is long enough now\n"
    assert log.tail() == "it goes on"
