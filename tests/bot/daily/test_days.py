"""Days, hours and zones: ends of days, the hour of a group through summer time, days in a row."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from bot.daily.days import day_after, day_of, end_of, start_of, streak, told_at, zone_named

BEIJING = timezone(timedelta(hours=8))
BERLIN = ZoneInfo("Europe/Berlin")


def moment(text: str, zone: tzinfo = UTC) -> float:
    """The moment of a date and time in a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def test_a_day_begins_at_its_own_midnight() -> None:
    midnight = moment("2026-12-01T00:00", BEIJING)
    assert start_of("2026-12-01", BEIJING) == midnight
    assert day_of(midnight, BEIJING) == "2026-12-01"
    assert day_of(midnight - 1, BEIJING) == "2026-11-30"
    assert end_of("2026-11-30", BEIJING) == midnight
    assert day_after("2026-11-30") == "2026-12-01"


@pytest.mark.parametrize(
    ("day", "hour", "told"),
    [
        ("2026-12-01", 0, "2026-12-02T00:00"),  # the day ends at 17:00 in Berlin
        ("2026-12-01", 17, "2026-12-01T17:00"),
        ("2026-12-01", 16, "2026-12-02T16:00"),
        ("2027-07-01", 17, "2027-07-02T17:00"),  # in summer at 18:00
        ("2027-07-01", 18, "2027-07-01T18:00"),
    ],
)
def test_a_group_hears_of_a_day_at_its_own_hour_after_its_end(day: str, hour: int, told: str) -> None:
    assert told_at(day, BEIJING, BERLIN, hour) == moment(told, BERLIN)


def test_an_hour_that_is_skipped_is_when_the_clocks_are_put_forward() -> None:
    assert told_at("2027-03-27", BEIJING, BERLIN, 2) == moment("2027-03-28T01:00")
    assert told_at("2027-03-28", BEIJING, BERLIN, 2) == moment("2027-03-29T00:00")


def test_an_hour_that_comes_twice_is_the_first() -> None:
    assert told_at("2027-10-30", BEIJING, BERLIN, 2) == moment("2027-10-31T00:00")


@pytest.mark.parametrize("zone", [BERLIN, ZoneInfo("America/New_York"), ZoneInfo("Asia/Kathmandu"), BEIJING])
@pytest.mark.parametrize("hour", [0, 2, 11, 17, 23])
def test_every_day_of_a_year_is_told_in_order_within_a_day(zone: tzinfo, hour: int) -> None:
    """Two of them at one moment, at most, where the clocks are put back over the end of a day."""
    day, before = "2026-12-01", 0.0
    for _ in range(400):
        told = told_at(day, BEIJING, zone, hour)
        assert 0 <= told - end_of(day, BEIJING) <= 25 * 3600
        assert told >= before
        assert datetime.fromtimestamp(told, zone).hour in (hour, hour + 1)
        before, day = told, day_after(day)


@pytest.mark.parametrize(
    ("name", "hours"), [("+8", 8.0), ("-3:30", -3.5), ("UTC", 0.0), ("utc+5:45", 5.75), ("Asia/Shanghai", 8.0)]
)
def test_zones_have_names_or_offsets(name: str, hours: float) -> None:
    offset = datetime(2026, 12, 1, tzinfo=zone_named(name)).utcoffset()
    assert offset == timedelta(hours=hours)


@pytest.mark.parametrize("name", ["", "Berlin", "+15", "8", "../etc/passwd", "Asia/", "+8:60", "/etc/localtime", "\0"])
def test_anything_else_is_no_zone(name: str) -> None:
    with pytest.raises(ValueError, match="no zone"):
        zone_named(name)


@pytest.mark.parametrize(
    ("days", "number"),
    [
        ((), 0),
        (("2026-12-02",), 1),
        (("2026-12-01",), 1),
        (("2026-11-30",), 0),
        (("2026-12-02", "2026-12-01", "2026-11-30", "2026-11-28"), 3),
        (("2026-12-01", "2026-11-30", "2026-11-29"), 3),
        (("2026-12-02", "2026-11-30"), 1),
        (("2026-12-03", "2026-12-02", "2026-12-01"), 2),
    ],
)
def test_days_in_a_row_end_today_or_yesterday(days: tuple[str, ...], number: int) -> None:
    assert streak(days, "2026-12-02") == number
