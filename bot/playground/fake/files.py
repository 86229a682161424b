"""Uploaded pictures: checked like the server does, found again by file id."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, UnidentifiedImageError

from bot.playground.fake.errors import bad_request
from bot.playground.fake.model import Json

MAX_PHOTO_BYTES: Final = 10 * 1024 * 1024
MAX_PHOTO_SIDES: Final = 10_000  # width + height, pixels
MAX_PHOTO_RATIO: Final = 20
_EDGES: Final = (90, 320, 800, 1280)  # longest side of the sizes the server makes


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it comes in."""

    filename: str
    content: bytes


@dataclass(slots=True, eq=False)
class StoredFile:
    """One size of one picture. `content` of a smaller size is made when somebody asks for it."""

    file_id: str
    unique_id: str
    path: str
    width: int
    height: int
    original: bytes
    scaled: bool
    group: tuple[Json, ...] = ()

    def content(self) -> bytes:
        """The bytes of the picture in this size."""
        if not self.scaled:
            return self.original
        with Image.open(io.BytesIO(self.original)) as picture:
            small = picture.convert("RGB")
            small.thumbnail((self.width, self.height))
        written = io.BytesIO()
        small.save(written, "JPEG")
        return written.getvalue()

    def to_photo_size(self) -> Json:
        size: Json = {
            "file_id": self.file_id,
            "file_unique_id": self.unique_id,
            "width": self.width,
            "height": self.height,
        }
        if not self.scaled:
            size["file_size"] = len(self.original)
        return size

    def to_api(self) -> Json:
        """The File object of getFile."""
        return {
            "file_id": self.file_id,
            "file_unique_id": self.unique_id,
            "file_size": len(self.content()),
            "file_path": self.path,
        }


class Files:
    """Every picture the server knows."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}
        self._count = 0

    def add_photo(self, upload: Upload) -> tuple[Json, ...]:
        """Take in a picture; returns its sizes as PhotoSize objects, the largest last.

        Raises ApiError 400 for a file that is no picture or has an impossible size.
        """
        if not upload.content:
            raise bad_request("file must be non-empty")
        if len(upload.content) > MAX_PHOTO_BYTES:
            raise bad_request(f"file is too big for a photo; the maximum size is {MAX_PHOTO_BYTES} bytes")
        try:
            with Image.open(io.BytesIO(upload.content)) as picture:
                width, height = picture.size
        except UnidentifiedImageError:
            raise bad_request("IMAGE_PROCESS_FAILED") from None
        if width + height > MAX_PHOTO_SIDES or max(width, height) > MAX_PHOTO_RATIO * min(width, height):
            raise bad_request("PHOTO_INVALID_DIMENSIONS")
        self._count += 1
        longest = max(width, height)
        edges = [edge for edge in _EDGES if edge < longest] or [longest]
        if longest <= _EDGES[-1] and edges[-1] != longest:
            edges.append(longest)
        stored = [
            self._store(
                upload.content, max(1, width * edge // longest), max(1, height * edge // longest), edge < longest
            )
            for edge in edges
        ]
        sizes = tuple(file.to_photo_size() for file in stored)
        for file in stored:
            file.group = sizes
        return sizes

    def _store(self, original: bytes, width: int, height: int, scaled: bool) -> StoredFile:
        name = f"{self._count}x{max(width, height)}"
        digest = hashlib.sha256(name.encode()).hexdigest()
        file = StoredFile(
            file_id=f"AgACAgIAAxkBAAI{digest[:40]}",
            unique_id=f"AQAD{digest[40:52]}",
            path=f"photos/file_{name}.jpg",
            width=width,
            height=height,
            original=original,
            scaled=scaled,
        )
        self._by_id[file.file_id] = self._by_path[file.path] = file
        return file

    def find(self, file_id: str) -> StoredFile | None:
        return self._by_id.get(file_id)

    def find_path(self, path: str) -> StoredFile | None:
        return self._by_path.get(path)
