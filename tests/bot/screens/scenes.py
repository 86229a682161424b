"""Tables in many states, and what every screen of them has to hold."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, cast

from bot.playground.fake.html import FOUND_TYPES, FormattedText, parse_html
from bot.screens.captions import CAPTION_LIMIT, TEXT_LIMIT, length
from bot.screens.screen import Keyboard, Screen
from bot.tables.state import Chair, Computer, HandState, Language, LiveDeal, Occupant, Person, TableOptions, TableState
from bot.telegram_api.callback_data import MOST_BYTES, CallbackData
from engine.deal import Deal
from engine.players import Strength, make_player
from engine.ruleset import DealStyle, RuleSet
from engine.shuffle import deal_cards
from storage import Delegation, Phase

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
) -> TableState:
    """A full lobby; `computers` are the places where a computer player sits."""
    chairs: list[Chair | None] = []
    for place, name in enumerate(names):
        occupant: Occupant = person(place + 1, name, language=language, pictures=pictures, score=score * place - 500)
        if place in computers:
            occupant = Computer(place + 1, Strength.PLANNER)
        chairs.append(Chair(occupant))
    return TableState(
        id=71,
        chat_id=-100_123,
        thread_id=None,
        phase=Phase.LOBBY,
        host_id=1,
        practice=practice,
        rules=rules or RuleSet(deal_style=DealStyle.CLUMPED),
        options=TableOptions(language=language),
        places=cast(tuple[Chair | None, Chair | None, Chair | None, Chair | None], tuple(chairs)),
        commitment="ab" * 32,
    )


def dealt(state: TableState, seed: bytes, *, ranked: bool = True) -> TableState:
    """The table as its first deal begins."""
    cards = deal_cards(seed, state.rules)
    seated = [state.places[place] for place in cards.seating]
    chairs = cast(tuple[Chair, Chair, Chair, Chair], tuple(chair for chair in seated if chair is not None))
    live = LiveDeal(
        id=4711,
        number=3,
        seed=seed,
        dealt=cards,
        chairs=chairs,
        deal=Deal.start(cards.seated_counts, cards.leader, state.rules),
        ranked=ranked,
        server_seed=seed,
        taps=("a", "b"),
        deadline=UNTIL - 1000,
        until=UNTIL,
        scores_before=tuple(chair.person.score if ranked and chair.person else None for chair in chairs),
    )
    return replace(state, phase=Phase.DEAL, live=live)


def whole_deal(state: TableState, seed: bytes, *, time_outs: int = 3) -> Iterator[TableState]:
    """The table after every action of a deal played by computers; one seat runs out of time now and then."""
    state = dealt(state, seed)
    player = make_player(Strength.GREEDY, 0)
    turn = 0
    while True:
        yield state
        live = deal_of(state)
        seat = live.deal.to_act
        if seat is None:
            break
        if turn % 9 == 5 and live.deal.timeouts[seat] < time_outs and sum(live.deal.timeouts) < time_outs:
            after = live.deal.time_out(seat).deal
        else:
            after = live.deal.act(player.choose(live.deal.view(seat), 0.01)).deal
        state = replace(state, live=replace(live, deal=after))
        turn += 1
    yield replace(state, phase=Phase.RESULT)
    yield replace(state, phase=Phase.RESULT, ready=frozenset({1, 2}))


def deal_of(state: TableState) -> LiveDeal:
    assert state.live is not None
    return state.live


def delegated(state: TableState, seat: int, why: Delegation) -> TableState:
    """The table after the player at `seat` has handed over to 托管."""
    live = deal_of(state)
    chairs = list(live.chairs)
    chairs[seat] = replace(chairs[seat], delegated=why)
    return replace(state, live=replace(live, chairs=cast(tuple[Chair, Chair, Chair, Chair], tuple(chairs))))


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
