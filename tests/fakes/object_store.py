"""An S3-compatible store on loopback: one bucket, its objects in memory.

with running_store() as store:
    settings.MEDIA_S3_URL = store.url
    ...
    assert list(store.objects) == ["pictures/grill.png"]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.fakes.loopback import JsonHandler, serving

BUCKET, KEY, SECRET = "resort", "key-of-the-fake", "secret-of-the-fake"
MISSING, REFUSED = 404, 403


@dataclass
class Store:
    url: str = ""
    objects: dict[str, bytes] = field(default_factory=dict)


class Handler(JsonHandler):
    store = Store()

    def do_PUT(self) -> None:  # noqa: N802 - the name that the server calls
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self._is_signed():
            self.store.objects[self._name()] = body
            self._send(200)

    def do_DELETE(self) -> None:  # noqa: N802
        if self._is_signed():
            self.store.objects.pop(self._name(), None)
            self._send(204)

    def do_HEAD(self) -> None:  # noqa: N802
        self._object()

    def do_GET(self) -> None:  # noqa: N802
        if self._name():
            self._object()
        elif self._is_signed():
            query = parse_qs(urlsplit(self.path).query)
            prefix = query.get("prefix", [""])[0]
            self._send(200, _listing(self.store, prefix).encode())

    def _object(self) -> None:
        if self._is_signed():
            content = self.store.objects.get(self._name())
            self._send(MISSING if content is None else 200, content or b"")

    def _name(self) -> str:
        _, _, name = urlsplit(self.path).path.removeprefix("/").partition("/")
        return unquote(name)

    def _is_signed(self) -> bool:
        start = f"AWS4-HMAC-SHA256 Credential={KEY}/"
        is_signed = self.headers.get("authorization", "").startswith(start)
        if not is_signed or not self.path.startswith(f"/{BUCKET}"):
            self._send(REFUSED)
            return False
        return True

    def _send(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.send_header("etag", '"none"')
        self.send_header("last-modified", "Fri, 27 Nov 2026 12:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


@contextmanager
def running_store() -> Iterator[Store]:
    store = Store()
    with serving(type("StoreHandler", (Handler,), {"store": store})) as store.url:
        yield store


def _listing(store: Store, prefix: str) -> str:
    """As with the delimiter `/`: objects of this folder, and folders in it."""
    names = [name for name in store.objects if name.startswith(prefix)]
    below = {name: name.removeprefix(prefix).partition("/") for name in names}
    folders = {f"{prefix}{first}/" for first, slash, _ in below.values() if slash}
    files = [name for name, (_, slash, _) in below.items() if not slash]
    parts = [f"<Contents><Key>{escape(name)}</Key></Contents>" for name in files]
    parts += [
        f"<CommonPrefixes><Prefix>{escape(name)}</Prefix></CommonPrefixes>"
        for name in sorted(folders)
    ]
    kind = "http://s3.amazonaws.com/doc/2006-03-01/"
    return f'<ListBucketResult xmlns="{kind}">{"".join(parts)}</ListBucketResult>'
