"""Random numbers that are the same interpreted and compiled: a linear congruence of 48 bits, as in `drand48`."""

from typing import Final

_FACTOR: Final = 0x5DEECE66D
_STEP: Final = 11
_MASK: Final = (1 << 48) - 1


class Chance:
    """A generator; equal seeds give equal numbers.

    >>> chance = Chance(7)
    >>> 0 <= chance.below(6) < 6
    True
    """

    def __init__(self, seed: int) -> None:
        self.state = 0
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start anew from `seed`, of which 48 bits count."""
        self.state = (seed ^ _FACTOR) & _MASK
        self.bits()
        self.bits()

    def bits(self) -> int:
        """The next 32 random bits."""
        self.state = (self.state * _FACTOR + _STEP) & _MASK
        return self.state >> 16

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, `limit`."""
        return self.bits() * limit >> 32

    def share(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self.bits() / 4294967296.0
