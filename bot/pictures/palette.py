"""The colours of all pictures: few, calm, and never the only sign of anything."""

from typing import Final

FELT: Final = "#12403c"
WELL: Final = "#0b2c2a"
PANEL: Final = "#1a514b"
PANEL_EDGE: Final = "#2b6a62"
TEXT: Final = "#f6f3e9"
MUTED: Final = "#a9c8bf"
GOLD: Final = "#f4c550"
GOLD_DEEP: Final = "#b8862b"
GAIN: Final = "#7fe0a3"
LOSS: Final = "#ff9d8a"

TEAM_A: Final = "#ff9a4d"
TEAM_B: Final = "#63b8ff"

CARD: Final = "#fffefa"
CARD_EDGE: Final = "#8b9a95"
CARD_CHOSEN: Final = "#fff0b8"
INK_RED: Final = "#d0202e"
INK_BLACK: Final = "#1c2127"
INK_BLUE: Final = "#1763c6"
INK_GREEN: Final = "#0f7f3f"
INK_SLATE: Final = "#4a5563"
