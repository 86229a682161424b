"""Shapes drawn by this project: suits, joker signs, court signs, as smooth masks of any size.

A shape is a list of outlines in the unit square (y downwards); ``mask`` fills them at several times the size and
scales down. An outline with ``hole`` set takes away instead of adding.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

Point = tuple[float, float]
_SUPERSAMPLING: Final = 6
_CURVE_STEPS: Final = 24


class Shape(StrEnum):
    """Everything that is drawn from outlines; the four suits have the letters of card notation."""

    SPADE = "S"
    HEART = "H"
    DIAMOND = "D"
    CLUB = "C"
    SUN = "sun"
    MOON = "moon"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    STAR = "star"
    UP = "up"
    DOWN = "down"
    SWAP = "swap"


@dataclass(frozen=True, slots=True)
class Outline:
    """One closed outline of a shape."""

    points: tuple[Point, ...]
    hole: bool = False


def _curve(start: Point, one: Point, two: Point, end: Point) -> list[Point]:
    """A cubic Bézier curve as points, the start left out."""
    points: list[Point] = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        corners = (start, one, two, end)
        points.append(
            (
                sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
                sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
            )
        )
    return points


def _path(start: Point, *curves: tuple[Point, Point, Point]) -> tuple[Point, ...]:
    """A closed outline from a start and curves (two handles and an end each)."""
    points = [start]
    for one, two, end in curves:
        points.extend(_curve(points[-1], one, two, end))
    return tuple(points)


def _mirrored(*half: tuple[Point, Point, Point], start: Point) -> tuple[Point, ...]:
    """An outline from its right half, which runs from ``start`` on the axis x = 0.5 to the axis again."""
    right = _path(start, *half)
    left = [(1 - x, y) for x, y in reversed(right)]
    return (*right, *left)


def _disc(x: float, y: float, radius: float) -> tuple[Point, ...]:
    steps = 4 * _CURVE_STEPS
    turns = [2 * math.pi * step / steps for step in range(steps)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _star(x: float, y: float, outer: float, inner: float, points: int) -> tuple[Point, ...]:
    corners: list[Point] = []
    for corner in range(2 * points):
        turn = math.pi * corner / points - math.pi / 2
        radius = inner if corner % 2 else outer
        corners.append((x + radius * math.cos(turn), y + radius * math.sin(turn)))
    return tuple(corners)


def _stem(top: float) -> Outline:
    half = (((0.52, 0.82), (0.57, 0.93), (0.70, 0.97)), ((0.70, 0.97), (0.60, 0.97), (0.5, 0.97)))
    return Outline(_mirrored(*half, start=(0.5, top)))


def _outlines() -> dict[Shape, tuple[Outline, ...]]:
    heart = _mirrored(
        ((0.56, 0.12), (0.66, 0.06), (0.76, 0.06)),
        ((0.90, 0.06), (0.98, 0.18), (0.98, 0.32)),
        ((0.98, 0.58), (0.66, 0.74), (0.50, 0.96)),
        start=(0.5, 0.26),
    )
    spade = _mirrored(
        ((0.62, 0.22), (0.96, 0.38), (0.96, 0.62)),
        ((0.96, 0.74), (0.87, 0.82), (0.76, 0.82)),
        ((0.66, 0.82), (0.57, 0.77), (0.50, 0.66)),
        start=(0.5, 0.04),
    )
    diamond = _mirrored(
        ((0.58, 0.20), (0.72, 0.38), (0.88, 0.50)), ((0.72, 0.62), (0.58, 0.80), (0.50, 0.98)), start=(0.5, 0.02)
    )
    club = (
        Outline(_disc(0.5, 0.27, 0.23)),
        Outline(_disc(0.26, 0.60, 0.23)),
        Outline(_disc(0.74, 0.60, 0.23)),
        Outline(((0.42, 0.40), (0.58, 0.40), (0.62, 0.62), (0.38, 0.62))),
        _stem(0.5),
    )
    band = Outline(((0.14, 0.80), (0.86, 0.80), (0.86, 0.94), (0.14, 0.94)))
    king = (
        Outline(((0.14, 0.74), (0.04, 0.30), (0.28, 0.50), (0.5, 0.20), (0.72, 0.50), (0.96, 0.30), (0.86, 0.74))),
        band,
        Outline(_disc(0.06, 0.26, 0.06)),
        Outline(_disc(0.94, 0.26, 0.06)),
        Outline(((0.46, 0.02), (0.54, 0.02), (0.54, 0.24), (0.46, 0.24))),
        Outline(((0.40, 0.07), (0.60, 0.07), (0.60, 0.14), (0.40, 0.14))),
    )
    petals = ((0.12, 0.36), (0.31, 0.26), (0.5, 0.20), (0.69, 0.26), (0.88, 0.36))
    tiara = ((0.14, 0.74), *[(x, y) for pair in _tiara(petals) for x, y in pair], (0.86, 0.74))
    queen = (Outline(tuple(tiara)), band, *(Outline(_disc(x, y - 0.05, 0.065)) for x, y in petals))
    jack = (
        Outline(
            _mirrored(
                ((0.64, 0.12), (0.76, 0.16), (0.88, 0.16)),
                ((0.88, 0.60), (0.74, 0.82), (0.50, 0.97)),
                start=(0.5, 0.04),
            )
        ),
        Outline(((0.20, 0.36), (0.5, 0.56), (0.80, 0.36), (0.80, 0.48), (0.5, 0.68), (0.20, 0.48)), hole=True),
    )
    arrow = ((0.5, 0.10), (0.94, 0.60), (0.66, 0.60), (0.66, 0.92), (0.34, 0.92), (0.34, 0.60), (0.06, 0.60))
    swap = ((0.02, 0.32), (0.30, 0.06), (0.30, 0.24), (0.92, 0.24), (0.92, 0.40), (0.30, 0.40), (0.30, 0.58))
    return {
        Shape.HEART: (Outline(heart),),
        Shape.SPADE: (Outline(spade), _stem(0.6)),
        Shape.DIAMOND: (Outline(diamond),),
        Shape.CLUB: club,
        Shape.SUN: (Outline(_star(0.5, 0.5, 0.5, 0.36, 12)), Outline(_disc(0.5, 0.5, 0.33), hole=True)),
        Shape.MOON: (Outline(_disc(0.46, 0.5, 0.42)), Outline(_disc(0.66, 0.40, 0.36), hole=True)),
        Shape.KING: king,
        Shape.QUEEN: queen,
        Shape.JACK: jack,
        Shape.STAR: (Outline(_star(0.5, 0.53, 0.5, 0.21, 5)),),
        Shape.UP: (Outline(arrow),),
        Shape.DOWN: (Outline(tuple((x, 1 - y) for x, y in arrow)),),
        Shape.SWAP: (Outline(swap), Outline(tuple((1 - x, 1 - y) for x, y in swap))),
    }


def _tiara(peaks: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """The upper edge of the queen's crown: peaks with hollows between them."""
    edge: list[tuple[Point, ...]] = []
    for (x, y), (next_x, _) in pairwise(peaks):
        edge.append(((x, y), ((x + next_x) / 2, 0.58)))
    edge.append((peaks[-1],))
    return edge


_OUTLINES: Final = _outlines()


@lru_cache(maxsize=512)
def mask(shape: Shape, width: int, height: int) -> Image.Image:
    """The shape stretched to ``width`` × ``height`` pixels, as an ``L`` image: 255 inside, smooth edges. Not to be
    drawn on: the image is shared."""
    large = Image.new("L", (width * _SUPERSAMPLING, height * _SUPERSAMPLING), 0)
    draw = ImageDraw.Draw(large)
    for outline in _OUTLINES[shape]:
        points = [(x * large.width, y * large.height) for x, y in outline.points]
        draw.polygon(points, fill=0 if outline.hole else 255)
    return large.reduce(_SUPERSAMPLING)


@lru_cache(maxsize=128)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """A filled rectangle with round corners, as an ``L`` mask. Not to be drawn on: the image is shared."""
    radius = max(0, min(radius, width // 2, height // 2))
    filled = Image.new("L", (width, height), 255)
    if not radius:
        return filled
    disc = Image.new("L", (2 * radius * _SUPERSAMPLING,) * 2, 0)
    ImageDraw.Draw(disc).ellipse((0, 0, disc.width - 1, disc.height - 1), fill=255)
    disc = disc.reduce(_SUPERSAMPLING)
    for left in (False, True):
        for top in (False, True):
            x, y = (0 if left else radius), (0 if top else radius)
            corner = disc.crop((x, y, x + radius, y + radius))
            filled.paste(corner, (0 if left else width - radius, 0 if top else height - radius))
    return filled
