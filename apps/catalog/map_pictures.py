"""Pictures of maps: drawings as SVG, which pages show as a picture, and photographs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from lxml import etree
from PIL import Image

from apps.catalog import pictures
from apps.infrastructure import patterns

SVG = "{http://www.w3.org/2000/svg}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
# What draws. Whatever runs, loads, or holds other markup is not among them.
DRAWING = frozenset(
    {"svg", "g", "defs", "symbol", "use", "style", "title", "desc", "text", "tspan"}
    | {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "marker"}
    | {"linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern"}
)
# Styles reach for other files in these ways.
REACHES_OUT = patterns.compile(
    r"(?i)@import|image-set\s*\(|url\s*\(\s*['\"]?\s*[^#'\"\s)]|\\"
)
MOST_UNITS = 20_000
# A phone decodes the whole photograph; nobody makes smaller sizes of a map.
MOST_PIXELS = 25_000_000
# Counted with all copies that `use` makes, for copies of copies grow without bounds.
MOST_ELEMENTS = 50_000
MOST_NESTED = 60


def is_svg(name: str) -> bool:
    return Path(name).suffix.lower() == ".svg"


def is_drawable(picture: Any) -> None:
    """Validates a file that staff upload."""
    if is_svg(picture.name):
        size(picture)
    else:
        pictures.is_for_web(picture, MOST_PIXELS)


def size(picture: Any) -> tuple[int, int]:
    """Width and height in the picture's units. Raises ValidationError."""
    picture.open()
    try:
        if is_svg(picture.name):
            return _svg_size(picture.read())
        return Image.open(picture, formats=pictures.FORMATS).size
    finally:
        picture.seek(0)


def _svg_size(content: bytes) -> tuple[int, int]:
    root = _parsed(content)
    _insist_on_no_instructions(root)
    for element in root.iter():
        _insist_on_drawing(element)
    _insist_on_few(root)
    box = (root.get("viewBox") or "").replace(",", " ").split()
    try:
        _, _, width, height = (float(number) for number in box)
    except ValueError:
        message = "The SVG needs a viewBox with four numbers."
        raise ValidationError(message) from None
    if not (1 <= width <= MOST_UNITS and 1 <= height <= MOST_UNITS):
        raise ValidationError(f"A side of the viewBox is 1 to {MOST_UNITS:,} units.")
    return round(width), round(height)


def _parsed(content: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise ValidationError("This SVG cannot be read.") from error
    if root.getroottree().docinfo.doctype:
        raise ValidationError("The SVG may have no document type.")
    if root.tag != f"{SVG}svg":
        raise ValidationError("This is no SVG.")
    return root


def _insist_on_no_instructions(root: etree._Element) -> None:
    """Such as `xml-stylesheet`, which stands before the drawing and loads a file."""
    beside = [*root.itersiblings(preceding=True), *root.itersiblings()]
    if any(node.tag is etree.ProcessingInstruction for node in beside):
        raise ValidationError("The SVG may have no processing instructions.")


def _insist_on_few(root: etree._Element) -> None:
    """Raises ValidationError for more elements, or deeper ones, than a phone draws."""
    elements = [node for node in root.iter() if isinstance(node.tag, str)]
    targets = {f"#{node.get('id')}": node for node in elements if node.get("id")}
    counts: dict[etree._Element, int] = {}

    def count(element: etree._Element, depth: int) -> int:
        if depth > MOST_NESTED:
            raise ValidationError(f"An SVG may nest at most {MOST_NESTED} elements.")
        if element not in counts:
            parts = [child for child in element if isinstance(child.tag, str)]
            if element.tag == f"{SVG}use":
                copied = (targets.get(element.get(href, "")) for href in HREFS)
                parts += [node for node in copied if node is not None]
            counts[element] = 1 + sum(count(part, depth + 1) for part in parts)
        return counts[element]

    if count(root, 1) > MOST_ELEMENTS:
        message = (
            f"An SVG may have at most {MOST_ELEMENTS:,} elements, copies included."
        )
        raise ValidationError(message)


def _insist_on_drawing(element: Any) -> None:
    if element.tag is etree.Comment:
        return
    name = element.tag.removeprefix(SVG) if isinstance(element.tag, str) else ""
    if name not in DRAWING:
        raise ValidationError(f"The SVG may only draw; “{name or '?'}” is not allowed.")
    if name == "style" and REACHES_OUT.search("".join(element.itertext())):
        raise ValidationError("The styles of the SVG may use nothing outside of it.")
    for attribute, value in element.attrib.items():
        is_foreign = attribute in HREFS and not value.startswith("#")
        if attribute.lower().startswith("on") or is_foreign:
            raise ValidationError(f"The SVG may not have “{attribute}”.")
        if REACHES_OUT.search(value):
            raise ValidationError("The SVG may use nothing outside of it.")
