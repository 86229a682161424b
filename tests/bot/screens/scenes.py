"""Tables in many states, and what every screen of them has to hold."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.playground.fake.html import FOUND_TYPES, FormattedText, parse_html
from bot.screens.captions import CAPTION_LIMIT, TEXT_LIMIT, length
from bot.screens.screen import Keyboard, Screen
from bot.tables import seating
from bot.tables.state import (
    Chair,
    Computer,
    FinishedDeal,
    HandState,
    Language,
    LiveDeal,
    Lobby,
    Occupant,
    Person,
    Playing,
    Result,
    TableDeal,
    TableOptions,
    TableState,
    into,
    over,
)
from bot.tables.view import PublicView, SeatView, public_view, seat_view
from bot.telegram_api.callback_data import MOST_BYTES, CallbackData
from engine.deal import Deal
from engine.players import Strength, make_player
from engine.ruleset import DealStyle, RuleSet
from engine.shuffle import deal_cards
from storage import Autopilot

HOSTILE_NAMES: Final = (
    "<b>bold</b> & <script>alert(1)</script>",
    "👨‍👩‍👧‍👦🏳️‍🌈🇨🇳",
    "\u202eesreveR\u202c",
    "",
    "\u3164\u200b\u2800",
    "爱" * 64,
    "Z̸̢̛̛̛a̵̧l̴g̷o̸" * 8,
    "a\nb\tc\u2028d",
    "\u2067علي\u2069",
    "_*[]()~`>#+-=|{}.!",
    "🟠🤖👑✅ fake",
    "</b></i>&lt;&#60;",
    "@durov /end",
    "t.me/x #tag a.bc",
    "x@example.com",
    "+8613800138000",
)
ENTITY_NAMES: Final = (
    "@durov", "/end", "/end@a_bot", "#tag", "#标签", "$USD", "t.me/joinchat", "example.com", "双扣.com", "a@b.com",
    "http://a.b/c", "tg://user?id=1", "+8613800138000", "4111111111111111", "4111 1111-11111",
)  # fmt: skip
"""Each of these is a link of some kind to Telegram where it stands in a text as it is."""
SEEDS: Final = tuple(bytes([number]) * 32 for number in range(6))
UNTIL: Final = 1_800_000_000.0


def person(number: int, name: str = "", **more: object) -> Person:
    return replace(Person(number, 1000 + number, name), **more)  # type: ignore[arg-type]  # fields of Person by name


def table(
    names: tuple[str, str, str, str] = ("小明", "Anna", "老王", "阿华"),
    *,
    language: Language = Language.CHINESE,
    computers: tuple[int, ...] = (),
    rules: RuleSet | None = None,
    practice: bool = False,
    pictures: bool = False,
    score: int = 9000,
) -> Lobby:
    """A full lobby; `computers` are the places where a computer player sits."""

    def chair(place: int) -> Chair:
        occupant: Occupant = person(
            place + 1, names[place], language=language, pictures=pictures, score=score * place - 500
        )
        return Chair(Computer(place + 1, Strength.PLANNER) if place in computers else occupant)

    return Lobby(
        id=71,
        chat_id=-100_123,
        thread_id=None,
        host_id=1,
        practice=practice,
        rules=rules or RuleSet(deal_style=DealStyle.CLUMPED),
        options=TableOptions(language=language),
        places=(chair(0), chair(1), chair(2), chair(3)),
        commitment="ab" * 32,
    )


def dealt(state: Lobby | Result, seed: bytes, *, ranked: bool = True) -> Playing:
    """The table as its first deal begins."""
    cards = deal_cards(seed, state.rules)
    live = LiveDeal(
        id=4711,
        number=3,
        seed=seed,
        dealt=cards,
        chairs=seating.chairs_of(state, cards.seating),
        deal=Deal.start(cards.seated_counts, cards.leader, state.rules),
        ranked=ranked,
        server_seed=seed,
        taps=("a", "b"),
        deadline=UNTIL - 1000,
        deadline_date=UNTIL,
    )
    return into(Playing, state, live=live)


def going_on(state: Playing, deal: Deal) -> Playing:
    """The table with its deal that far, but not over."""
    return replace(state, live=replace(state.live, deal=deal))


def ended(state: Playing, deal: Deal) -> Result:
    """The table with its deal over; nobody has left."""
    finished = over(replace(state.live, deal=deal))
    before = tuple(chair.person.score if finished.ranked and chair.person else None for chair in finished.chairs)
    return into(Result, state, latest=replace(finished, scores_before=before))


def whole_deal(state: Lobby, seed: bytes, *, time_outs: int = 3) -> Iterator[TableState]:
    """The table after every action of a deal played by computers; one seat runs out of time now and then. The last two
    are its result, and the same when two people want another.
    """
    playing = dealt(state, seed)
    player = make_player(Strength.GREEDY, 0)
    while not playing.live.deal.is_over:
        yield playing
        live = playing.live
        seat = live.to_act
        if live.turn % 9 == 5 and live.deal.timeouts[seat] < time_outs and sum(live.deal.timeouts) < time_outs:
            after = live.deal.time_out(seat).deal
        else:
            after = live.deal.act(player.choose(live.deal.view(seat), 0.01)).deal
        playing = going_on(playing, after)
    result = ended(playing, playing.live.deal)
    yield result
    yield replace(result, ready=frozenset({1, 2}))


def deal_of(state: TableState) -> TableDeal:
    """The deal that a table plays, or has played last."""
    assert state.latest is not None
    return state.latest


def finished(state: TableState) -> FinishedDeal:
    """The deal that a table has played."""
    assert isinstance(state, Result)
    return state.latest


def public(state: TableState) -> PublicView:
    """What everybody may know of it."""
    return public_view(state, deal_of(state))


def seen_from(state: TableState, seat: int, selection: HandState | None = None) -> SeatView:
    """What the person at a seat may know of it."""
    return seat_view(state, deal_of(state), seat, selection or HandState())


def on_autopilot(state: Playing, seat: int, why: Autopilot) -> Playing:
    """The table after the player at `seat` has handed over to 托管."""
    chair = replace(state.live.chairs[seat], autopilot=why)
    return replace(state, live=seating.with_chair(state.live, seat, chair))


NO_SELECTION: Final = HandState()


def check(screen: Screen) -> FormattedText:
    """A screen is one that Telegram takes: well-formed, short enough, with buttons that come back.

    Returns the text as people read it.
    """
    text = parse_html(screen.text)
    limit = TEXT_LIMIT if screen.picture is None else CAPTION_LIMIT
    assert 0 < length(text.text) <= limit, text.text
    assert len(text.entities) <= 100
    assert text.text == text.text.strip()
    assert "\n\n\n" not in text.text, text.text
    check_isolates(text.text)
    check_names(text)
    check_keyboard(screen.keyboard)
    if screen.picture is not None:
        assert len(screen.picture.key) == 32
    return text


def check_names(text: FormattedText) -> None:
    """No name holds anything that Telegram makes a link of by itself."""
    in_name = False
    names: set[int] = set()  # UTF-16 offsets
    for offset, unit in enumerate(memoryview(text.text.encode("utf-16-le")).cast("H")):
        in_name = (in_name or unit == 0x2068) and unit != 0x2069
        if in_name:
            names.add(offset)
    for entity in text.entities:
        if entity["type"] in FOUND_TYPES:
            assert names.isdisjoint(range(entity["offset"], entity["offset"] + entity["length"])), text


def check_keyboard(keyboard: Keyboard) -> None:
    assert sum(map(len, keyboard)) <= 100
    seen: set[str] = set()
    for row in keyboard:
        assert 1 <= len(row) <= 8, keyboard
        for button in row:
            assert button.text.strip()
            assert length(button.text) <= 40, button.text
            assert bool(button.data) != bool(button.url)
            if button.data:
                assert len(button.data.encode()) <= MOST_BYTES
                assert CallbackData.decode(button.data).encode() == button.data
                assert button.data not in seen, f"two buttons say {button.data}"
                seen.add(button.data)
            else:
                assert button.url.startswith("https://t.me/")


def check_isolates(text: str) -> None:
    """No name leaves its isolate, and nothing turns the line round outside of one."""
    depth = 0
    for character in text:
        assert character not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067", ascii(text)
        depth += (character == "\u2068") - (character == "\u2069")
        assert 0 <= depth <= 1, ascii(text)
    assert depth == 0, ascii(text)


def check_toast(text: str) -> None:
    """A toast is short, and plain: nothing in it is escaped."""
    assert 0 < length(text) <= 200, text
    check_isolates(text)
    assert "&amp;" not in text
    assert "&quot;" not in text


def taps_of(screen: Screen) -> list[CallbackData]:
    return [CallbackData.decode(button.data) for row in screen.keyboard for button in row if button.data]
