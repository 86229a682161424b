"""Moments as people read them: Telegram shows them in the reader's own time zone, older clients show UTC."""

from datetime import UTC, datetime


def clock_html(moment: float) -> str:
    """A time of day to the second; `moment` in seconds since the epoch.

    >>> clock_html(0)
    '<tg-time unix="0" format="T">00:00:00 UTC</tg-time>'
    """
    return _html(moment, "T", "%H:%M:%S UTC")


def day_html(moment: float) -> str:
    """A date with the time of day.

    >>> day_html(0)
    '<tg-time unix="0" format="dt">1970-01-01 00:00 UTC</tg-time>'
    """
    return _html(moment, "dt", "%Y-%m-%d %H:%M UTC")


def _html(moment: float, telegram_format: str, fallback: str) -> str:
    text = datetime.fromtimestamp(int(moment), UTC).strftime(fallback)
    return f'<tg-time unix="{int(moment)}" format="{telegram_format}">{text}</tg-time>'
