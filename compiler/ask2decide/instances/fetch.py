"""Downloads of published instance files, through pooch, into the folder of instances.

A file gets its name there only when it is whole and has the checksum on record; whatever goes wrong before leaves
nothing behind.
"""

from __future__ import annotations

import gzip
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

from ask2decide.errors import InstanceError, UsageError
from ask2decide.instances.files import is_published
from ask2decide.instances.registry import InstanceEntry

SECONDS = 30
"""How long a server may stay silent."""


@dataclass(frozen=True)
class Fetched:
    """A file in its place, and whether it was there already."""

    path: Path
    already: bool


def fetch(found: InstanceEntry, folder: Path) -> Fetched:
    """Bring the published file of an instance into `folder`, where a build looks for it.

    Raises
    ------
    UsageError
        When there is nothing to download, a different file is in its place, or the folder cannot be written.
    InstanceError
        When the download fails: no network, an absent file, other bytes than those on record.
    """
    target = folder / found.file
    if found.shipped is not None:
        raise UsageError(f"{found.name} is shipped with ask2decide.", "use it: nothing need be fetched.")
    if found.package is not None:
        raise UsageError(f"{found.name} comes with the package {found.package}.", "install ask2decide[jobshop].")
    if found.url is None:
        raise UsageError(
            f"No address is on record for {found.name}.", f"get it from {found.source} and save it as {target}."
        )
    if target.exists():
        if target.is_file() and is_published(target, found):
            return Fetched(target, already=True)
        raise UsageError(
            f"{target} is there and is not the published file.", "move it away, or name another folder with --to."
        )
    _require_safe(found.url)
    content = _downloaded(_retriever(), found, target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _put(target, content)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}.", "name another folder with --to.") from None
    return Fetched(target, already=False)


def _put(target: Path, content: bytes) -> None:
    """Write a file beside its place, then put it there in one step."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _require_safe(url: str) -> None:
    """Refuse what is not https; a server on this machine may do without."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")):
        raise UsageError(f"The registry's address {url} is not https.", "correct the registry.")


def _downloaded(retrieve: Any, found: InstanceEntry, target: Path) -> bytes:
    """Return what is to stand at `target`, whole and checked."""
    from requests.exceptions import RequestException

    wanted = found.content_sha256 or found.sha256
    with tempfile.TemporaryDirectory(prefix="ask2decide-") as place:
        try:
            content = Path(
                retrieve(found.url, known_hash=f"sha256:{wanted}", fname="download", path=place)
            ).read_bytes()
        except RequestException as error:
            _explain(found, target, error)
        except ValueError as error:
            if "hash" not in str(error):
                raise
            raise InstanceError(
                f"{found.url} gave other bytes than the published {found.name}: their SHA-256 is not {wanted}. Nothing "
                "was written.",
                f"try again; if it stays so, get the file from {found.source} by hand and save it as {target}.",
            ) from None
    return gzip.compress(content, mtime=0) if found.content_sha256 and target.suffix == ".gz" else content


def _explain(found: InstanceEntry, target: Path, error: Exception) -> NoReturn:
    """Stop with what went wrong on the way, in one message."""
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status is not None:
        cause = f"{found.url} answers with HTTP status {status}"
    elif type(error).__name__ == "SSLError":
        cause = f"the certificate of {urlsplit(found.url or '').hostname} is not accepted here"
    elif type(error).__name__ in ("ConnectTimeout", "ReadTimeout"):
        cause = f"{found.url} does not answer within {SECONDS} seconds"
    elif type(error).__name__ in ("ChunkedEncodingError", "ContentDecodingError"):
        cause = f"the download of {found.url} broke off"
    else:
        cause = f"{urlsplit(found.url or '').hostname} cannot be reached: there is no network here, or no such server"
    raise InstanceError(
        f"{found.name} was not fetched: {cause}. Nothing was written.",
        f"try again where there is a network, or get the file from {found.source} and save it as {target}.",
    ) from None


def _retriever() -> Any:
    """Return `pooch.retrieve` with a downloader that takes the bytes as they are and does not wait for ever.

    Raises
    ------
    UsageError
        When pooch is not installed.
    """
    try:
        import pooch
    except ImportError:
        raise UsageError(
            "Downloads need the package pooch, which is not installed.", "install ask2decide[fetch]."
        ) from None
    from functools import partial

    pooch.get_logger().setLevel("WARNING")
    # A server that packs on the way would have requests unpack: the checksum is that of the file as published.
    downloader = pooch.HTTPDownloader(timeout=SECONDS, headers={"Accept-Encoding": "identity"})
    return partial(pooch.retrieve, downloader=downloader)
