"""A first visit is light, and compressed; what streams is not held back."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.test import Client

from apps.properties.models import Property
from apps.webchat.bundles import files, modules
from tests.site import Site

STATIC = Path(settings.BASE_DIR) / "static"
MOST_BYTES = 60 * 1024
LINKED = re.compile(r'(?:src|href)="(/[\w./-]+\.(?:js|css))"')


def test_a_first_visit_is_below_sixty_kilobytes(site: Site, resort: object) -> None:
    page = httpx.get(site.url)
    assert page.headers["content-encoding"] == "gzip"
    linked = LINKED.findall(page.text)
    assert linked == [files.url("page.css"), files.url("page.js")]
    texts = [page.content, *(httpx.get(site.url + each).content for each in linked)]
    assert sum(len(gzip.compress(text)) for text in texts) < MOST_BYTES


@pytest.mark.parametrize("name", ["page.css", "page.js"])
def test_a_bundle_is_kept_while_its_address_names_it(
    client: Client, mohegan: Property, name: str
) -> None:
    bundle = client.get(files.url(name))
    assert bundle["Content-Type"] == f"{files.TYPES[name]}; charset=utf-8"
    assert "immutable" in bundle["Cache-Control"]
    older = client.get(f"/bundles/abcdef/{name}")
    assert older.content == bundle.content
    assert older["Cache-Control"] == "no-cache"
    assert client.get("/bundles/abcdef/other.js").status_code == 404


def test_the_script_holds_every_module_once_and_none_of_the_staffs() -> None:
    paths = modules.paths(files.ENTRY)
    assert len(paths) == len(set(paths))
    for path in paths:
        module = STATIC / path
        imported = re.findall(r'from "(\.[^"]+)"', module.read_text(encoding="utf-8"))
        needed = {(module.parent / name).resolve() for name in imported}
        assert needed <= {STATIC / name for name in paths[: paths.index(path)]}
    assert paths[-1] == files.ENTRY
    assert "webchat/js/trace.js" not in paths
    assert 'import("/static/webchat/js/trace.js")' in files.text("page.js")


def test_the_sheets_keep_their_order_and_find_their_fonts() -> None:
    sheets = files.text("page.css")
    assert sheets.index("@layer tokens, elements") < sheets.index("@layer overrides")
    fonts = re.findall(r"url\(([^)]+)\)", sheets)
    assert len(fonts) == 4
    for font in fonts:
        assert (STATIC / font.removeprefix("/static/")).is_file()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(modules, "STATIC", tmp_path)
    return tmp_path


def test_modules_become_one_that_says_the_same(folder: Path) -> None:
    (folder / "b.js").write_text(
        "// A comment.\nexport const two = 2;\n"
        'export function name() {\n  return "b";\n}\n'
    )
    (folder / "a.js").write_text(
        'import {\n  name,\n  two as pair,\n} from "./b.js";\nname(pair);\n'
        'const later = () => import("./c.js");\n'
        "const again = (query) => import(`./c.js${query}`);\n"
    )
    text = modules.bundle("a.js")
    assert "A comment" not in text
    assert "const m0 = (() => {" in text
    assert "return { two, name };" in text
    assert "const {\n  name,\n  two: pair,\n} = m0;" in text
    assert 'import("/static/c.js")' in text
    assert "import(`/static/c.js${query}`)" in text


@pytest.mark.parametrize(
    "source",
    [
        "export default 3;\n",
        "export { a };\n",
        'import a from "./b.js";\n',
        'import "./b.js";\n',
        'import { a } from "./a.js";\n',
    ],
)
def test_what_it_does_not_understand_is_refused(folder: Path, source: str) -> None:
    (folder / "a.js").write_text(source)
    with pytest.raises(modules.NotBundled):
        modules.bundle("a.js")


def test_scripts_and_styles_are_compressed_and_streams_are_not(
    site: Site, resort: object
) -> None:
    for address in (files.url("page.css"), "/static/webchat/js/memory.js"):
        assert httpx.get(site.url + address).headers["content-encoding"] == "gzip"
    font = "/static/webchat/fonts/commissioner-latin-400-normal.woff2"
    assert "content-encoding" not in httpx.get(f"{site.url}{font}").headers
    with httpx.stream(
        "POST", f"{site.url}/chat", json={"message": "Is parking free?"}
    ) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        assert "free" in "".join(answer.iter_text())
