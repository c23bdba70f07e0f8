"""What Sam reads while things start."""

import io
import re

import pytest

from apps.local_servers.supervisor.startup_status import Status


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_writes_one_line_a_step_with_its_time() -> None:
    out = io.StringIO()
    with Status(out).step("Tables") as step:
        assert out.getvalue() == ""
        step.note = "nothing to do"
    assert re.fullmatch(r"  ✓ Tables, nothing to do \(\d+\.\d s\)\n", out.getvalue())


def test_it_shows_a_terminal_what_is_going_on() -> None:
    out = Terminal()
    with Status(out).step("Tables"):
        assert out.getvalue().endswith("… Tables")
    assert "✓ Tables" in out.getvalue()


def test_it_marks_the_step_that_failed() -> None:
    out = io.StringIO()
    with pytest.raises(ValueError, match="broken"), Status(out).step("Tables"):
        raise ValueError("broken")
    assert out.getvalue() == "  ✗ Tables\n"
