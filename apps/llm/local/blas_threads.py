"""One thread for matrix products, so that web and worker processes share the cores."""

import ctypes
import os
from importlib.util import find_spec
from pathlib import Path

_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def use_one_thread() -> None:
    """Where numpy is loaded already its library is told, not only the environment."""
    for variable in _VARIABLES:
        os.environ.setdefault(variable, "1")
    for library in _bundled_libraries():
        _limit(library)


def _bundled_libraries() -> list[Path]:
    """The OpenBLAS inside numpy's wheel; none on macOS, where the variable rules."""
    spec = find_spec("numpy")
    if spec is None or spec.origin is None:
        return []
    return list(Path(spec.origin).parents[1].glob("numpy.libs/libscipy_openblas*"))


def _limit(library: Path) -> None:
    blas = ctypes.CDLL(str(library))
    for name in ("scipy_openblas_set_num_threads64_", "scipy_openblas_set_num_threads"):
        set_threads = getattr(blas, name, None)
        if set_threads is not None:
            set_threads(1)
            return
