"""An opaque picture to draw on with smooth edges: boxes, discs, lines, shapes, text."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.pictures import palette
from bot.pictures.shapes import Shape, mask, rounded
from bot.pictures.text import typeset

Box = tuple[int, int, int, int]
Anchor = Literal["l", "m", "r"]
_SUPERSAMPLING: Final = 4
_MIDDLE: Final = 0.365  # of the size: how far the middle of capitals, figures and Chinese lies above the baseline


class Canvas:
    """A picture in the making. Positions are pixels from the upper left corner, colours ``#rrggbb``."""

    def __init__(self, width: int, height: int, ground: str = palette.FELT) -> None:
        """A canvas of this size, all in the colour ``ground``."""
        self.image = Image.new("RGB", (width, height), ground)
        self._draw = ImageDraw.Draw(self.image)

    def box(self, box: Box, *, fill: str, radius: int = 0, edge: str | None = None, edge_width: int = 2) -> None:
        """A filled rectangle (left, top, right, bottom) with round corners, with an edge inside it if one is named."""
        left, top, right, bottom = box
        if right <= left or bottom <= top:
            return
        if edge is not None:
            self.image.paste(edge, (left, top), rounded(right - left, bottom - top, radius))
            inner = (left + edge_width, top + edge_width, right - edge_width, bottom - edge_width)
            self.box(inner, fill=fill, radius=radius - edge_width)
        else:
            self.image.paste(fill, (left, top), rounded(right - left, bottom - top, radius))

    def disc(self, x: int, y: int, radius: int, fill: str) -> None:
        """A disc around (x, y)."""
        self.box((x - radius, y - radius, x + radius, y + radius), fill=fill, radius=radius)

    def polyline(self, points: Sequence[tuple[float, float]], *, fill: str, width: int) -> None:
        """A line of round joints and ends through the points."""
        pad = width + 2
        left, top = (int(min(point[axis] for point in points)) - pad for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in points)) + pad for axis in (0, 1))
        large = Image.new("L", ((right - left) * _SUPERSAMPLING, (bottom - top) * _SUPERSAMPLING), 0)
        draw = ImageDraw.Draw(large)
        scaled = [((x - left) * _SUPERSAMPLING, (y - top) * _SUPERSAMPLING) for x, y in points]
        draw.line(scaled, fill=255, width=width * _SUPERSAMPLING, joint="curve")
        radius = width * _SUPERSAMPLING / 2
        for x, y in scaled:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
        self.image.paste(fill, (left, top), large.reduce(_SUPERSAMPLING))

    def polygon(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled polygon without smoothing: for areas whose edge is drawn over by a line."""
        self._draw.polygon(list(points), fill=fill)

    def rule(self, x1: int, x2: int, y: int, fill: str, width: int = 2) -> None:
        """A horizontal line."""
        self._draw.rectangle((x1, y, x2 - 1, y + width - 1), fill=fill)

    def shape(self, shape: Shape, box: Box, fill: str) -> None:
        """A shape stretched over a box."""
        left, top, right, bottom = box
        self.image.paste(fill, (left, top), mask(shape, right - left, bottom - top))

    def sprite(self, image: Image.Image, x: int, y: int) -> None:
        """An ``RGBA`` image with its upper left corner at (x, y)."""
        self.image.paste(image, (x, y), image)

    def text(
        self,
        x: float,
        middle: float,
        text: str,
        *,
        size: int,
        fill: str,
        anchor: Anchor = "l",
        bold: bool = False,
        max_width: float | None = None,
        least_size: int | None = None,
    ) -> int:
        """Draw one line of text.

        Args:
            x: its left end, middle or right end, as ``anchor`` says.
            middle: the height its capitals and figures are centred on.
            size: pixels to the em.
            max_width: a longer text is set smaller, then cut, and ends in an ellipsis.
            least_size: how small it may be set before it is cut; by default three quarters of ``size``. Numbers,
                which may not be cut, name a very small one.

        Returns:
            the width it takes, in whole pixels.
        """
        line = typeset(text, size, bold=bold, max_width=max_width, least_size=least_size)
        left = {"l": x, "m": x - line.width / 2, "r": x - line.width}[anchor]
        line.draw(self._draw, round(left), round(middle + _MIDDLE * line.size), fill)
        return round(line.width)

    def text_width(self, text: str, *, size: int, bold: bool = False, max_width: float | None = None) -> int:
        """The width ``text`` would take, in whole pixels."""
        return round(typeset(text, size, bold=bold, max_width=max_width).width)

    def png(self) -> bytes:
        """The picture as a PNG with a palette of its own."""
        return png(self.image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def png(image: Image.Image) -> bytes:
    """An image with a palette as a PNG file.

    PNG, because Telegram makes its own JPEG of every photo: what it is given should not have lost anything before.
    """
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)  # 9 takes eight times as long and saves a tenth
    return out.getvalue()
