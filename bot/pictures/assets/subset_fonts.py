"""Cuts the fonts of the pictures out of the full ones; run by hand, see README.md beside this file.

The bot never imports this: it needs fonttools and the full fonts, the bot needs only the files written here.
"""

import argparse
import json
import unicodedata
from pathlib import Path
from typing import Final

from fontTools import subset  # type: ignore[import-untyped]  # it has no types
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it has no types

from engine.console import print_everywhere

HERE: Final = Path(__file__).parent

LATIN_AND_PUNCTUATION: Final = {
    *range(0x0020, 0x007F),
    *range(0x00A0, 0x0180),  # Latin with accents
    *range(0x2010, 0x2028),  # dashes, quotes, bullets, ellipsis
    *range(0x2190, 0x219A),  # arrows
    *range(0x3000, 0x3020),
    *range(0xFF01, 0xFF5F),  # full-width forms
    0x2212,  # minus
    0x2605,
    0x2606,
    0x00D7,
}
FULL_WIDTH_QUOTES: Final = {0x2018, 0x2019, 0x201C, 0x201D}  # those of the Chinese font tear Latin words apart
FIGURES: Final = {*range(0x0020, 0x007F), 0x2212, 0x00D7, 0x2009, 0x2026}


def _decodable(codec: str, lead: range, trail: range) -> set[int]:
    """The characters a two-byte codec knows: every lead byte with every trail byte."""
    found: set[int] = set()
    for high in lead:
        for low in trail:
            text = bytes((high, low)).decode(codec, errors="ignore")
            found.update(ord(char) for char in text)
    return found


def chinese() -> set[int]:
    """GB 2312 (simplified, kana and symbols included) and the first level of Big5 (common traditional)."""
    simplified = _decodable("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF))
    traditional = _decodable("big5", range(0xA4, 0xC7), range(0x40, 0xFF))
    return simplified | traditional


def other_scripts() -> set[int]:
    """Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic with its joined forms, Georgian, and symbols."""
    blocks = (
        range(0x0020, 0x0600),
        range(0x0600, 0x0700),
        range(0x10A0, 0x1100),
        range(0x1E00, 0x2000),
        range(0x2000, 0x2070),
        range(0x2070, 0x20C0),
        range(0x2100, 0x2190),
        range(0x2190, 0x2300),
        range(0x2500, 0x2800),
        range(0xFB1D, 0xFB50),
        range(0xFB50, 0xFE00),
        range(0xFE70, 0xFF00),
    )
    return {code for block in blocks for code in block if unicodedata.category(chr(code)) not in {"Cc", "Cn"}}


def _ranges(codes: list[int]) -> list[tuple[int, int]]:
    """Sorted codes as (first, last) stretches."""
    found: list[tuple[int, int]] = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return found


def cut(source: Path, target: str, codes: set[int], *, face: int = -1) -> list[int]:
    """Write the glyphs of ``codes`` from ``source`` to ``target`` beside this file, without hints and layout tables.

    Returns the characters the file really holds, sorted.
    """
    options = subset.Options(
        layout_features=[], hinting=False, desubroutinize=False, notdef_outline=True, name_IDs=[0, 1, 2, 13, 14]
    )
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "GSUB", "GPOS", "GDEF", "kern"]
    font = TTFont(source, fontNumber=face)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font.save(HERE / target)
    held = sorted(font.getBestCmap())
    print(f"{target}: {len(held)} characters, {(HERE / target).stat().st_size / 1000:.0f} kB")
    return held


def main() -> None:
    """Read the folder that holds the full fonts from the command line and writes all subsets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", type=Path, help="folder with the full fonts named in README.md")
    folder: Path = parser.parse_args().fonts
    simplified_chinese = 2  # the face of that name in the collection
    text_codes = (LATIN_AND_PUNCTUATION | chinese()) - FULL_WIDTH_QUOTES
    text = cut(folder / "NotoSansCJK-Medium.ttc", "text.otf", text_codes, face=simplified_chinese)
    figures = cut(folder / "NotoSansCJK-Bold.ttc", "figures.otf", FIGURES, face=simplified_chinese)
    scripts = cut(folder / "DejaVuSans.ttf", "scripts.ttf", other_scripts() - set(text))
    # Below U+2000 the emoji font has figures and signs for keycaps only.
    pictographs = {code for code in TTFont(folder / "NotoEmoji_500Medium.ttf").getBestCmap() if code > 0x2000}
    emoji = cut(folder / "NotoEmoji_500Medium.ttf", "emoji.ttf", pictographs - set(text))
    held = {"text": text, "figures": figures, "scripts": scripts, "emoji": emoji}
    coverage = {name: _ranges(codes) for name, codes in held.items()}
    (HERE / "coverage.json").write_text(json.dumps(coverage, separators=(",", ":")) + "\n", encoding="ascii")


if __name__ == "__main__":
    print_everywhere()
    main()
