"""The Bot API: calls, limits, the order of updates, callback data, menus."""
