"""What the listener that the world can reach serves: the page, strictly, whole and small."""

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import aiohttp
import pytest

from bot.app.server import BUILD, STATIC, files
from tests.bot.app.pages import world

MOST_BYTES = 150 * 1024
VENDOR = STATIC / "vendor"


async def test_the_page_is_not_kept_and_what_it_loads_is_kept_for_good(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        here = f"http://127.0.0.1:{played.port}/table/"
        async with played.client.get(here) as answer:
            page = await answer.text()
            assert answer.headers["Cache-Control"] == "no-store"
            policy = answer.headers["Content-Security-Policy"]
        addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
        assert len(addresses) == 3
        for address in addresses:
            assert address.startswith(BUILD)
            async with played.client.get(here + address) as answer:
                assert answer.status == 200
                assert "immutable" in answer.headers["Cache-Control"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert policy.endswith("frame-ancestors https://*.telegram.org")
        for wrong in ("index.html", f"{BUILD}/../main.js", "main.js", "../health", "../metrics"):
            async with played.client.get(here + wrong) as answer:
                assert answer.status == 404


def test_the_page_loads_nothing_from_elsewhere() -> None:
    for path in files():
        if path.parent != VENDOR:
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"https?://|//[a-z]+\.[a-z]", text), path
            for imported in re.findall(r'from "([^"]+)"', text):
                assert (path.parent / imported).exists(), f"{path}: {imported}"


def test_everything_together_is_small() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in files()) < MOST_BYTES


def test_what_others_wrote_is_what_they_published() -> None:
    """Each file with its version, licence and hash."""
    listed = json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))
    there = {path.name for path in VENDOR.iterdir() if path.suffix in (".js", ".mjs")}

    assert set(listed) == there
    for name, about in listed.items():
        assert sha256((VENDOR / name).read_bytes()).hexdigest() == about["sha256"]
        assert (VENDOR / about["licence"]).exists()
        assert re.fullmatch(r"\d+\.\d+\.\d+", about["version"])


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_there_is_nothing_to_be_sent(tmp_path: Path, method: str) -> None:
    async with world(tmp_path) as played, aiohttp.ClientSession() as client:
        address = f"http://127.0.0.1:{played.port}/table/"
        async with client.request(method, address, data=b"x" * 100) as answer:
            assert answer.status == 405
