"""A QR code is drawn as the library computes it, with room around it."""

from __future__ import annotations

import re

from qrcode import QRCode  # type: ignore[import-untyped]
from qrcode.constants import ERROR_CORRECT_M  # type: ignore[import-untyped]

from apps.infrastructure import qr_code

TEXT = "https://concierge.example/s/0123456789abcdefghijklmnopqr"
STRETCH = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def test_each_dark_module_is_drawn_and_no_other() -> None:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(TEXT)
    rows = code.get_matrix()
    drawn = set()
    for x, y, length, back in STRETCH.findall(qr_code.svg(TEXT)):
        assert length == back
        drawn |= {(int(x) + step, int(y)) for step in range(int(length))}
    dark = {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row)}
    dark = {(x, y) for x, y in dark if rows[y][x]}
    assert drawn == dark
    assert min(x for x, _ in drawn) == 4
    assert f'viewBox="0 0 {len(rows)} {len(rows)}"' in qr_code.svg(TEXT)
