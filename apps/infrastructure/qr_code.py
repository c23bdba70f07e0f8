"""QR codes, drawn on the server."""

from __future__ import annotations

from itertools import groupby

from qrcode import QRCode  # type: ignore[import-untyped]
from qrcode.constants import ERROR_CORRECT_M  # type: ignore[import-untyped]

# In modules; the standard (ISO/IEC 18004) wants four around a code.
QUIET_ZONE = 4


def svg(text: str) -> str:
    """A picture of its own, black on white: phones read it in any colour scheme."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    rows = code.get_matrix()
    size = len(rows)
    path = "".join(_line(row, y) for y, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path d="{path}"/></svg>'
    )


def _line(row: list[bool], y: int) -> str:
    """The dark stretches of a row as parts of a path."""
    parts, x = [], 0
    for is_dark, modules in groupby(row):
        length = len(list(modules))
        if is_dark:
            parts.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(parts)
