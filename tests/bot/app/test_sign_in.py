"""Who is let in: what Telegram has signed for this bot, not too long ago, and nobody else."""

import json
from urllib.parse import parse_qsl, urlencode

import pytest
from init_data_py import sign

from bot.app.sign_in import TOKEN_SECONDS, NotSignedIn, Session, SignIn, SignInError
from bot.playground.fake import ManualClock

TOKEN = "7000000001:" + "a" * 35
OTHER_TOKEN = "7000000002:" + "b" * 35
NOW = 1_800_000_000.0
USER = {"id": 77, "first_name": "小明", "last_name": "李", "username": "ming", "language_code": "zh-hans"}


def signed(*, user: object = USER, token: str = TOKEN, age: float = 0.0, **fields: str) -> str:
    given = {"query_id": "AAE", "user": json.dumps(user), **fields}
    return sign(given, token, auth_date=NOW - age)


def sign_in(clock: ManualClock | None = None) -> SignIn:
    clock = clock or ManualClock(start=NOW)
    return SignIn(TOKEN, 24.0, clock, clock)


def reason(init_data: str) -> SignInError:
    with pytest.raises(NotSignedIn) as caught:
        sign_in().check(init_data)
    return caught.value.reason


def test_what_telegram_signed_says_who_it_is() -> None:
    launch = sign_in().check(signed(start_param="t7_code", signature="abc_-"))

    assert launch.identity == (launch.identity.__class__)(77, "小明", "李", "ming", "zh-hans")
    assert launch.start == "t7_code"


def test_telegrams_own_example_is_good() -> None:
    """Made outside of the library: the key and the string as core.telegram.org describes them."""
    import hashlib
    import hmac

    fields = {"auth_date": str(int(NOW)), "user": json.dumps(USER), "chat_type": "group"}
    text = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.new(b"WebAppData", TOKEN.encode(), hashlib.sha256).digest()
    digest = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()

    assert sign_in().check(urlencode(fields | {"hash": digest})).identity.telegram_id == 77


def test_data_of_hours_ago_are_good_and_of_more_than_a_day_are_old() -> None:
    assert sign_in().check(signed(age=23.9 * 3600)).identity.telegram_id == 77
    assert reason(signed(age=24.1 * 3600)) is SignInError.OLD


def test_old_data_that_nobody_signed_are_forged() -> None:
    assert reason(signed(age=30 * 3600, token=OTHER_TOKEN)) is SignInError.FORGED


def test_data_for_another_bot_are_forged() -> None:
    assert reason(signed(token=OTHER_TOKEN)) is SignInError.FORGED


@pytest.mark.parametrize("field", ["user", "auth_date", "query_id", "start_param", "hash"])
def test_every_altered_field_is_found(field: str) -> None:
    fields = dict(parse_qsl(signed(start_param="t7_code")))
    altered = {
        "user": json.dumps(USER | {"id": 78}),
        "auth_date": str(int(NOW) + 1),
        "query_id": "AAF",
        "start_param": "t8_code",
        "hash": "0" * 64,
    }
    fields[field] = altered[field]

    assert reason(urlencode(fields)) is SignInError.FORGED


def test_a_field_more_or_less_is_found() -> None:
    fields = dict(parse_qsl(signed(start_param="t7_code")))

    assert reason(urlencode(fields | {"chat_type": "group"})) is SignInError.FORGED
    assert (
        reason(urlencode({name: value for name, value in fields.items() if name != "query_id"})) is SignInError.FORGED
    )
    assert reason(urlencode([*fields.items(), ("user", json.dumps(USER | {"id": 1}))])) is SignInError.FORGED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "&",
        "hash",
        "hash=" + "0" * 64,
        "auth_date=9&hash=" + "0" * 64,
        "auth_date=99999999999999999999&hash=" + "0" * 64,
        "auth_date=253402300799&hash=" + "0" * 64,
        f"auth_date={int(NOW)}&user={'[' * 5000}&hash=" + "0" * 64,
        f"auth_date={int(NOW)}&user=%7B%7D&hash=" + "0" * 64,
        f"auth_date={int(NOW)}&user={'9' * 5000}&hash=" + "0" * 64,
        f"auth_date={int(NOW)}&user=%ff%fe&hash=" + "0" * 64,
        "x" * 100_000,
        "\ud800",
    ],
)
def test_whatever_else_is_said_is_forged(text: str) -> None:
    assert reason(text) is SignInError.FORGED


@pytest.mark.parametrize("user", [USER | {"is_bot": True}, USER | {"id": -5}, USER | {"id": 0}])
def test_only_people_are_let_in(user: object) -> None:
    assert reason(signed(user=user)) is SignInError.FORGED


def test_without_a_user_nobody_is_let_in() -> None:
    assert reason(sign({"query_id": "AAE"}, TOKEN, auth_date=NOW)) is SignInError.FORGED


def test_a_token_is_good_as_long_as_it_is_used() -> None:
    clock = ManualClock(start=NOW)
    door = sign_in(clock)
    token = door.open(Session(5, 77))

    for _ in range(5):
        clock.advance(TOKEN_SECONDS - 1)
        assert door.session(token) == Session(5, 77)
    clock.advance(TOKEN_SECONDS + 1)

    assert door.session(token) is None
    assert door.session("") is None


def test_every_token_is_another() -> None:
    door = sign_in()

    assert len({door.open(Session(5, 77)) for _ in range(100)}) == 100
