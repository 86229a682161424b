"""Days, hours and zones: when a day begins and ends, when a group hears of it, how many in a row somebody has played.

Days are texts as in "2026-12-01", in one zone for everybody, since all play the same cards; a group hears of the day
that has ended at its own hour, in its own zone.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

_OFFSET: Final = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_MOST_HOURS: Final = 14


def day_of(moment: float, zone: tzinfo) -> str:
    """The day of a moment, in seconds since the epoch.

    >>> day_of(1_800_000_000.0, UTC)
    '2027-01-15'
    """
    return datetime.fromtimestamp(moment, zone).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """The day so many days later; earlier, if they are negative.

    >>> day_after("2026-12-31"), day_after("2028-03-01", -1)
    ('2027-01-01', '2028-02-29')
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def start_of(day: str, zone: tzinfo) -> float:
    """The moment at which a day begins.

    >>> start_of("2027-01-15", UTC)
    1799971200.0
    """
    return datetime.combine(date.fromisoformat(day), time(), zone).timestamp()


def end_of(day: str, zone: tzinfo) -> float:
    """The moment at which a day is over."""
    return start_of(day_after(day), zone)


def zone_named(name: str) -> tzinfo:
    """The zone with a name as in "Europe/Berlin", or so many hours ahead of UTC as in "+8" or "UTC-3:30"; what `str`
    makes of a zone names it.

    Raises:
        ValueError: there is none of that name.

    >>> str(zone_named("+8")), str(zone_named("europe/berlin"))
    ('UTC+08:00', 'Europe/Berlin')
    """
    offset = _OFFSET.fullmatch(name)
    if offset is not None:
        ahead = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        if ahead > timedelta(hours=_MOST_HOURS):
            raise ValueError(f"{name!r} is no zone; none is more than {_MOST_HOURS} hours from UTC")
        return timezone(ahead if offset[1] == "+" else -ahead)
    if name.casefold() in ("utc", "gmt"):
        return UTC
    known = next((zone for zone in available_timezones() if zone.casefold() == name.casefold()), None)
    if known is None:
        raise ValueError(f"{name!r} is no zone; write one as in Europe/Berlin or +8")
    return ZoneInfo(known)


def told_at(day: str, zone: tzinfo, group_zone: tzinfo, hour: int) -> float:
    """The moment at which a group hears of a day: the first time after its end that the group's clock shows the hour.
    In the night in which clocks are put forward over that hour, the moment at which they are.

    Args:
        day: the day.
        zone: of the days.
        group_zone: of the group.
        hour: 0…23.

    >>> told_at("2027-01-14", UTC, zone_named("+2"), 1) == start_of("2027-01-15", UTC) + 23 * 3600
    True
    """
    end = end_of(day, zone)
    there = datetime.fromtimestamp(end, group_zone).date()
    moment = _shows(there, hour, group_zone)
    return moment if moment >= end else _shows(there + timedelta(1), hour, group_zone)


def streak(days: Iterable[str], today: str) -> int:
    """Count the days in a row that somebody has played, up to today, or to yesterday while today is still to be played.

    Args:
        days: those that they have played, the newest first.
        today: the day that it is.

    >>> streak(("2026-12-01", "2026-11-30", "2026-11-28"), "2026-12-02")
    2
    """
    number, expected = 0, today
    for day in days:
        if day > expected:
            continue
        if day != expected:
            if number or day != day_after(today, -1):
                break
            expected = day
        number, expected = number + 1, day_after(expected, -1)
    return number


def _shows(day: date, hour: int, zone: tzinfo) -> float:
    """The first moment of a day at which a clock there shows an hour; where it is put forward over that hour, the
    moment at which it is, since a time that is skipped counts by the offset before.
    """
    return datetime.combine(day, time(hour), zone).timestamp()
