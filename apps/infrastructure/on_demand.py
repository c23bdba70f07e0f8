"""Packages whose `__init__` runs when somebody asks the package itself for a name.

Libraries import one small module of a package whose `__init__` imports all of it:
LangGraph needs one type of its SDK, whose clients take a twentieth of a start.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import Any, cast

# The parent of a nested one must not import it by itself.
PACKAGES = ("langgraph_sdk", "langsmith.types")
_loading = RLock()


class _OnDemandPackage(ModuleType):
    """Its submodules can be imported; any other name loads the package first."""

    __spec__: ModuleSpec

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        with _loading:
            if type(self) is _OnDemandPackage:
                self.__class__ = ModuleType  # type: ignore[assignment]
                cast("Loader", self.__spec__.loader).exec_module(self)
        return getattr(self, name)


def install(names: Iterable[str] = PACKAGES) -> None:
    """Called before anything imports them; a package that is loaded stays as it is."""
    for name in names:
        if name in sys.modules or (spec := find_spec(name)) is None:
            continue
        package = module_from_spec(spec)
        package.__class__ = _OnDemandPackage
        sys.modules[name] = package
