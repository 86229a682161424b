"""A memory that forgets: the latest few of many things."""

from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Keeps the values of the `most` keys that were put last.

    >>> ids = Recent[str, int](most=2)
    >>> ids.put("a", 1); ids.put("b", 2); ids.put("a", 3); ids.put("c", 4)
    >>> ids.get("a"), ids.get("b")
    (3, None)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def put(self, key: Key, value: Value) -> None:
        """Keep a value; the key put longest ago is forgotten if there are too many."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def get(self, key: Key) -> Value | None:
        """The value of a key, None if there is none or it was forgotten."""
        return self._values.get(key)

    def pop(self, key: Key) -> None:
        """Forget a key now."""
        self._values.pop(key, None)

    def __len__(self) -> int:
        return len(self._values)
