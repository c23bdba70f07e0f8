"""Some three hundred files that no reader of documents should be shown.

Each is broken, enormous, or not what it says. They are made anew from fixed seeds.
"""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tests import document_files

MB = 2**20
CONTENT_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    'content-types"><Default Extension="rels" ContentType="application/vnd.openxml'
    'formats-package.relationships+xml"/><Default Extension="xml" ContentType="'
    'application/xml"/><Override PartName="/word/document.xml" ContentType="'
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/'
    'package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxml'
    'formats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


@dataclass(frozen=True)
class HostileFile:
    """make: its bytes, when they are needed. fails: whether it may not be read."""

    name: str
    make: Callable[[], bytes]
    fails: bool = False


def files() -> Iterator[HostileFile]:
    for family in (pdfs, words, pages, markdowns, texts, wrong_names):
        yield from family()


def good_pdf() -> bytes:
    lines = [("Spa menu", 20), ("A massage of fifty minutes costs $165.", 11)]
    return document_files.pdf([lines] * 3)


def good_word() -> bytes:
    blocks = [("Policy", 1), ("Music ends at 11 PM.", 0)]
    return document_files.word(blocks, [["Room", "Guests"], ["A", "9"]])


def pdfs() -> Iterator[HostileFile]:
    good = good_pdf()
    for part in range(1, 31):
        yield HostileFile(f"cut-{part}.pdf", _cut(good, part / 31))
    for seed in range(60):
        yield HostileFile(f"flipped-{seed}.pdf", _flipped(good, seed))
    yield HostileFile("no-xref.pdf", lambda: good[: good.rfind(b"xref\n0")])
    for shift in range(1, 11):
        moved = good.replace(b"startxref\n", b"startxref\n%d" % shift)
        yield HostileFile(f"xref-elsewhere-{shift}.pdf", _always(moved))
    yield HostileFile("header-only.pdf", lambda: b"%PDF-1.7\n", fails=True)
    loop = good.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev 9")
    yield HostileFile("xref-loop.pdf", lambda: loop)
    yield HostileFile("million-pages.pdf", _declared(1_000_000), fails=True)
    yield HostileFile("negative-pages.pdf", _declared(-5))
    yield HostileFile("kids-of-themselves.pdf", _kids_of_themselves)
    yield HostileFile("deep-page-tree.pdf", _deep_page_tree)
    for name, box in (
        ("huge", "0 0 1e9 1e9"),
        ("empty", "0 0 0 0"),
        ("turned", "600 800 0 0"),
        ("nan", "0 0 nan inf"),
    ):
        boxed = good.replace(b"[0 0 612 792]", f"[{box}]".encode())
        yield HostileFile(f"box-{name}.pdf", _always(boxed))
    for times in (1, 2, 3):
        yield HostileFile(f"inflated-{times}.pdf", _inflated(times))
    yield HostileFile("many-letters.pdf", _many_letters, fails=True)
    yield HostileFile("form-in-itself.pdf", _form_in_itself)
    yield HostileFile("javascript.pdf", _with_javascript)
    yield HostileFile("locked.pdf", _locked, fails=True)
    lengths = good.replace(b"/Length ", b"/Length 99999")
    yield HostileFile("wrong-length.pdf", lambda: lengths)
    yield HostileFile("noise.pdf", lambda: b"%PDF-1.4\n" + _noise(MB, 1), fails=True)


def words() -> Iterator[HostileFile]:
    good = good_word()
    for part in range(1, 21):
        yield HostileFile(f"cut-{part}.docx", _cut(good, part / 21), fails=True)
    for seed in range(30):
        yield HostileFile(f"flipped-{seed}.docx", _flipped(good, seed + 100))
    for megabytes in (210, 400):
        bomb = _package_of(partial(_blanks, megabytes))
        yield HostileFile(f"bomb-{megabytes}.docx", bomb, fails=True)
    yield HostileFile("text-of-150-mb.docx", _package_of(_long_body), fails=True)
    yield HostileFile("lying-sizes.docx", _lying_sizes, fails=True)
    yield HostileFile("many-members.docx", _many_members, fails=True)
    yield HostileFile("laughs.docx", _package_of(_laughs), fails=True)
    entity = _package_of(_entity_of_file)
    yield HostileFile("entity-of-a-file.docx", entity, fails=True)
    for depth in (300, 100_000):
        deep = _package_of(partial(_deep, depth))
        yield HostileFile(f"deep-{depth}.docx", deep)
    yield HostileFile("wide-table.docx", _package_of(_wide_table))
    yield HostileFile("no-body.docx", _package_of(f"<w:document {W}/>".encode))
    yield HostileFile("no-xml.docx", _package_of(lambda: b"words"), fails=True)
    yield HostileFile("members-above.docx", _members_above, fails=True)


def pages() -> Iterator[HostileFile]:
    good = b"<html><body><h1>Pool</h1><p>Towels are free.</p></body></html>"
    for seed in range(20):
        yield HostileFile(f"flipped-{seed}.html", _flipped(good * 20, seed + 200))
    for name, text in (
        ("script", "<script>alert(1)</script><p onclick='steal()'>Words.</p>"),
        ("svg", "<svg onload=alert(1)><text>x</text></svg><p>Words.</p>"),
        ("refresh", "<meta http-equiv=refresh content='0;url=//evil'><p>Words.</p>"),
        ("frame", "<iframe src='file:///etc/passwd'></iframe><p>Words.</p>"),
        ("doctype", "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><p>&a;</p>"),
        ("unclosed", "<table><tr><td><b><i><p>" * 2000 + "Words."),
        ("attributes", "<p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">Words."),
        ("nested", "<div>" * 200_000 + "Words."),
        ("spans", "<span>" * 100_000 + "Words."),
        ("comments", "<!--" * 100_000 + "<p>Words."),
        ("entities", "&lt;script&gt;" * 50_000),
        ("rows", "<table>" + "<tr><td>1<td>2" * 100_000),
        ("elements", "<br>x" * 600_000),
        ("zero", "<p>\0\0Words.\0</p>"),
        ("bare", "Words without any tag"),
    ):
        yield HostileFile(f"{name}.html", _always(text.encode()))
    for name in ("script", "style"):
        only = f"<{name}>nothing</{name}>".encode()
        yield HostileFile(f"only-{name}.html", _always(only), fails=True)


def markdowns() -> Iterator[HostileFile]:
    for name, text in (
        ("quotes", ">" * 100_000 + "a"),
        ("brackets", "[" * 50_000 + "a" + "]" * 50_000),
        ("links", "[a](" * 20_000),
        ("stars", "*a" * 50_000),
        ("stars-and-lines", "*a_ " * 50_000),
        ("ticks", "`a``" * 30_000),
        ("lists", "\n".join("  " * n + "- a" for n in range(2_000))),
        ("table", "|a|b|\n|-|-|\n" + "|1|2|\n" * 50_000),
        ("references", "\n".join(f"[a{n}]: /b" for n in range(50_000)) + "\n[a1]"),
        ("entities", "&amp;" * 100_000),
        ("pictures", "![" * 50_000),
        ("html", "<div>" * 50_000 + "\n\nwords"),
        ("rules", "---\n" * 100_000 + "words"),
        ("headings", "# a\n" * 50_000),
    ):
        yield HostileFile(f"{name}.md", _always(text.encode()))


def texts() -> Iterator[HostileFile]:
    yield HostileFile("45-mb.txt", lambda: b"Towels are free. " * (45 * MB // 17), True)
    yield HostileFile("one-line.txt", lambda: b"x" * 3 * MB, fails=True)
    yield HostileFile("one-long-word.txt", lambda: b"x" * MB)
    yield HostileFile("zeros.txt", lambda: b"\0" * MB, fails=True)
    yield HostileFile("noise.txt", lambda: _noise(MB, 2))
    yield HostileFile("marks-only.txt", lambda: b"\xff\xfe", fails=True)
    yield HostileFile("half-a-letter.txt", lambda: "é".encode("utf-16")[:-1])
    yield HostileFile("surrogates.txt", lambda: b"Words \xed\xa0\x80 more words.")
    yield HostileFile("backwards.txt", "\u202eWords\u202c \u200b.".encode)
    yield HostileFile("blank.txt", lambda: b" \n\t" * 1000, fails=True)
    yield HostileFile("form-feeds.txt", lambda: b"\f" * 100_000 + b"Words.")
    yield HostileFile("lines.txt", lambda: b"a\n\n" * 300_000, fails=True)
    for seed in range(10):
        yield HostileFile(f"noise-{seed}.txt", partial(_noise, 5_000, seed + 300))


def wrong_names() -> Iterator[HostileFile]:
    contents = {
        "pdf": good_pdf(),
        "docx": good_word(),
        "png": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
        "jpeg": b"\xff\xd8\xff\xe0" + b"\0" * 100,
        "doc": b"\xd0\xcf\x11\xe0" + b"\0" * 600,
        "exe": b"MZ" + b"\0" * 100,
        "elf": b"\x7fELF" + b"\0" * 100,
        "gz": b"\x1f\x8b" + b"\0" * 100,
        "rtf": b"{\\rtf1 words}",
        "zip": _zipped({"a.txt": b"words"}),
    }
    for held, content in contents.items():
        for ending in ("pdf", "docx", "html", "md", "txt"):
            if held != ending:
                name = f"{held}-as.{ending}"
                yield HostileFile(name, _always(content), fails=True)
    for ending in ("pdf", "docx"):
        yield HostileFile(f"text-as.{ending}", lambda: b"Towels are free.", fails=True)


def _always(content: bytes) -> Callable[[], bytes]:
    return lambda: content


def _blanks(megabytes: int) -> bytes:
    return b" " * (megabytes * MB)


def _cut(content: bytes, share: float) -> Callable[[], bytes]:
    return lambda: content[: int(len(content) * share)]


def _flipped(content: bytes, seed: int) -> Callable[[], bytes]:
    def make() -> bytes:
        chance, flipped = random.Random(seed), bytearray(content)  # noqa: S311
        for _ in range(max(len(content) // 200, 3)):
            flipped[chance.randrange(len(flipped))] = chance.randrange(256)
        return bytes(flipped)

    return make


def _noise(size: int, seed: int) -> bytes:
    return random.Random(seed).randbytes(size)  # noqa: S311


def _declared(count: int) -> Callable[[], bytes]:
    return lambda: good_pdf().replace(b"/Count 3", f"/Count {count}".encode())


def _kids_of_themselves() -> bytes:
    return good_pdf().replace(b"/Kids [5 0 R", b"/Kids [2 0 R")


def _deep_page_tree() -> bytes:
    tree = [
        f"<< /Type /Pages /Count 1 /Kids [{number + 1} 0 R] >>"
        for number in range(2, 5_000)
    ]
    page = "<< /Type /Page /MediaBox [0 0 9 9] >>"
    return document_files.assembled(["<< /Type /Catalog /Pages 2 0 R >>", *tree, page])


def _with_content(stream: bytes, entries: str = "") -> bytes:
    """A page whose content is this stream, with these entries of its dictionary."""
    text = stream.decode("latin-1")
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font "
        "<< /F1 3 0 R >> /XObject << /X1 6 0 R >> >> /Contents 6 0 R >>",
        f"<< /Length {len(stream)} {entries} >>\nstream\n{text}\nendstream",
    ]
    return document_files.assembled(objects)


def _inflated(times: int) -> Callable[[], bytes]:
    def make() -> bytes:
        stream = b" " * (100 * MB)
        for _ in range(times):
            stream = zlib.compress(stream, 9)
        return _with_content(stream, f"/Filter [{'/FlateDecode ' * times}]")

    return make


def _many_letters() -> bytes:
    shown = b"BT /F1 1 Tf 1 0 0 1 9 9 Tm\n" + b"(words and more) Tj\n" * 100_000 + b"ET"
    pages = 40
    shared_stream = zlib.compress(shown)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {pages} /Kids [{'5 0 R ' * pages}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font "
        "<< /F1 3 0 R >> >> /Contents 6 0 R >>",
        f"<< /Length {len(shared_stream)} /Filter /FlateDecode >>\nstream\n"
        f"{shared_stream.decode('latin-1')}\nendstream",
    ]
    return document_files.assembled(objects)


def _form_in_itself() -> bytes:
    entries = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
    own = "/Resources << /XObject << /X1 6 0 R >> >>"
    return _with_content(b"/X1 Do /X1 Do", f"{entries} {own}")


def _with_javascript() -> bytes:
    action = b"/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>"
    return good_pdf().replace(b"/Type /Catalog", action)


def _locked() -> bytes:
    key = (
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -1 /O "
        f"<{'00' * 32}> /U <{'11' * 32}> >> /ID [<{'22' * 16}> <{'22' * 16}>]"
    )
    return good_pdf().replace(b"/Root 1 0 R", f"/Root 1 0 R {key}".encode())


def _zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return out.getvalue()


def _package(document: bytes, more: dict[str, bytes] | None = None) -> bytes:
    members = {
        "[Content_Types].xml": CONTENT_TYPES.encode(),
        "_rels/.rels": RELATIONS.encode(),
        "word/document.xml": document,
    }
    return _zipped({**members, **(more or {})})


def _package_of(document: Callable[[], bytes]) -> Callable[[], bytes]:
    return lambda: _package(document())


def _body(inner: str) -> bytes:
    return f"<w:document {W}><w:body>{inner}</w:body></w:document>".encode()


def _deep(depth: int) -> bytes:
    return _body("<w:p>" * depth + "</w:p>" * depth)


def _long_body() -> bytes:
    return _body("<w:p><w:r><w:t>Towels are free.</w:t></w:r></w:p>" * (150 * MB // 49))


def _wide_table() -> bytes:
    cell = "<w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>"
    return _body(f"<w:tbl>{('<w:tr>' + cell * 60 + '</w:tr>') * 300}</w:tbl>")


def _laughs() -> bytes:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<!DOCTYPE d [<!ENTITY l0 "ha">{entities}]>'
    return head.encode() + _body("<w:p><w:r><w:t>&l11;</w:t></w:r></w:p>")


def _entity_of_file() -> bytes:
    head = '<!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    return head.encode() + _body("<w:p><w:r><w:t>Words &f;</w:t></w:r></w:p>")


def _lying_sizes() -> bytes:
    """A bomb whose directory says that it is small."""
    content = b" " * (300 * MB)
    size = len(content).to_bytes(4, "little")
    return _package(content).replace(size, (1000).to_bytes(4, "little"))


def _many_members() -> bytes:
    return _package(_body(""), {f"word/{n}.xml": b"" for n in range(6_000)})


def _members_above() -> bytes:
    return _zipped({"../../../../tmp/evil": b"x", "word/document.xml": _body("")})
