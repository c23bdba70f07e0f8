"""Yes or no: whether the facts of a row say one of them to a guest's question."""

from typing import Literal

# Empty where neither is said.
Verdict = Literal["yes", "no", ""]
