"""A first visit is light, and compressed; what streams is not held back."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
from django.conf import settings

from apps.webchat.page import module_preload
from tests.site import Site

STATIC = Path(settings.BASE_DIR) / "static"
MOST_BYTES = 60 * 1024


def test_a_first_visit_is_below_sixty_kilobytes(site: Site, resort: object) -> None:
    answer = httpx.get(site.url)
    assert answer.headers["content-encoding"] == "gzip"
    linked = set(
        re.findall(r'(?:src|href)="/static/([\w/-]+\.(?:js|css))"', answer.text)
    )
    assert linked >= {
        "webchat/css/tokens.css",
        "webchat/js/page.js",
    }
    sizes = [len(gzip.compress((STATIC / each).read_bytes())) for each in linked]
    assert sum(sizes) + len(gzip.compress(answer.content)) < MOST_BYTES


def test_it_names_every_module_ahead_and_none_of_the_staffs() -> None:
    modules = module_preload.paths()
    for path in modules:
        module = STATIC / path
        imported = re.findall(r'from "(\.[^"]+)"', module.read_text(encoding="utf-8"))
        files = {(module.parent / name).resolve() for name in imported}
        assert files <= {STATIC / name for name in modules}
    assert "webchat/js/conversation/exchange.js" in modules
    assert "webchat/js/trace.js" not in modules


def test_scripts_and_styles_are_compressed_and_streams_are_not(
    site: Site, resort: object
) -> None:
    style = httpx.get(f"{site.url}/static/webchat/css/thread.css")
    assert style.headers["content-encoding"] == "gzip"
    font = "/static/webchat/fonts/commissioner-latin-400-normal.woff2"
    assert "content-encoding" not in httpx.get(f"{site.url}{font}").headers
    with httpx.stream(
        "POST", f"{site.url}/chat", json={"message": "Is parking free?"}
    ) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        assert "free" in "".join(answer.iter_text())
