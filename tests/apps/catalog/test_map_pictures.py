"""Sam uploads a drawing of the resort; Mallory's drawings do not get in."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from PIL import Image

from apps.catalog import map_pictures

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1200 800">{}</svg>'
)
HARMLESS = (
    "<!-- A --><style>.a{fill:url(#b)}@media (prefers-color-scheme:dark){.a{r:2}}"
    '</style><defs><linearGradient id="b"/></defs><g class="a"><path d="M0 0h9"/>'
    '<use href="#b"/><text>Ballo</text></g>'
)


def file(content: str | bytes, name: str = "map.svg") -> ContentFile[bytes]:
    data = content if isinstance(content, bytes) else content.encode()
    return ContentFile(data, name)


def test_a_drawing_is_taken_with_its_size() -> None:
    picture = file(DRAWING.format(HARMLESS))
    map_pictures.is_drawable(picture)
    assert map_pictures.size(picture) == (1200, 800)
    assert picture.tell() == 0


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<g onload="alert(1)"/>',
        '<g ONCLICK="alert(1)"/>',
        '<a href="https://evil.example"><path d="M0 0"/></a>',
        '<use href="https://evil.example/#x"/>',
        '<use xlink:href="javascript:alert(1)"/>',
        '<image href="https://evil.example/a.png"/>',
        "<foreignObject><p/></foreignObject>",
        '<html xmlns="http://www.w3.org/1999/xhtml"/>',
        "<style>@import 'https://evil.example'</style>",
        "<style>.a{background:url(https://evil.example/a)}</style>",
        "<style>.a{}<!-- b -->@import url(https://evil.example/a);</style>",
        "<style>.a{fill:image-set('https://evil.example/a' 1x)}</style>",
        "<path style=\"fill:url( '//evil.example/a')\"/>",
        '<path fill="url(https://evil.example/#a)"/>',
        "<style>.a{background:\\75rl(//evil.example)}</style>",
        "<animate attributeName='href' to='javascript:alert(1)'/>",
        "<?xml-stylesheet href='https://evil.example'?>",
    ],
)
def test_what_does_more_than_draw_is_refused(inside: str) -> None:
    with pytest.raises(ValidationError):
        map_pictures.is_drawable(file(DRAWING.format(inside)))


@pytest.mark.parametrize(
    "content",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + DRAWING.format("<text>&a;</text>"),
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0"/>',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 9"/>',
        '<svg viewBox="0 0 9 9"/>',
        "<p>",
        b"\xff\xfe\x00",
        "",
    ],
)
def test_what_is_no_drawing_of_a_size_is_refused(content: str | bytes) -> None:
    with pytest.raises(ValidationError):
        map_pictures.is_drawable(file(content))


def test_a_photograph_will_do() -> None:
    data = io.BytesIO()
    Image.new("RGB", (30, 20)).save(data, "PNG")
    picture = file(data.getvalue(), "map.png")
    map_pictures.is_drawable(picture)
    assert map_pictures.size(picture) == (30, 20)
    with pytest.raises(ValidationError):
        map_pictures.is_drawable(file(data.getvalue(), "map.html"))


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that says how large it is and holds no picture."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [header, b"IDAT", b"IEND"]
    lengths = (struct.pack(">I", len(chunk) - 4) for chunk in chunks)
    sums = (struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks)
    parts = zip(lengths, chunks, sums, strict=True)
    return b"\x89PNG\r\n\x1a\n" + b"".join(b"".join(part) for part in parts)


@pytest.mark.parametrize("side", [6_000, 12_000, 30_000])
def test_a_photograph_has_no_more_pixels_than_a_phone_can_show(side: int) -> None:
    with pytest.raises(ValidationError, match="at most 25,000,000 pixels"):
        map_pictures.is_drawable(file(png_of_size(side, side), "map.png"))


def test_a_broken_photograph_is_refused() -> None:
    data = io.BytesIO()
    Image.new("RGB", (300, 200)).save(data, "PNG")
    with pytest.raises(ValidationError, match="may be a PNG"):
        map_pictures.is_drawable(file(data.getvalue()[:90], "map.png"))


COPIES = "".join(
    f'<g id="g{level}">' + f'<use href="#g{level - 1}"/>' * 10 + "</g>"
    for level in range(1, 12)
)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("<path/>" * 50_001, "at most 50,000 elements"),
        (f'<g id="g0"><path/></g>{COPIES}', "at most 50,000 elements"),
        ("<g>" * 70 + "</g>" * 70, "nest at most 60"),
        ('<g id="a"><use href="#a"/></g>', "nest at most 60"),
    ],
)
def test_a_drawing_has_limits(content: str, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        map_pictures.is_drawable(file(DRAWING.format(content)))


def test_no_style_sheet_is_loaded_from_beside_the_drawing() -> None:
    sheet, drawing = '<?xml-stylesheet href="/a.css"?>', DRAWING.format("<path/>")
    for content in (sheet + drawing, drawing + sheet):
        with pytest.raises(ValidationError, match="processing instructions"):
            map_pictures.is_drawable(file(content))
