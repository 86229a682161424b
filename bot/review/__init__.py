"""Finished deals looked at again 复盘: worked out beside the game, and kept."""
