"""The faces of a hand, and the buttons of each."""

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.locales import texts_for
from bot.screens.hand import hand_screen
from bot.screens.hand_keys import hand_keyboard
from bot.screens.screen import Screen
from bot.tables.seating import chairs_of
from bot.tables.state import HandState, Language, Playing, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import PACKS, Card, parse_counts
from engine.deal import Deal
from engine.players import suggestions
from engine.ruleset import RuleSet
from engine.shuffle import Dealt
from engine.tracking import sorted_hand, take
from storage import Autopilot
from tests.bot.screens.scenes import (
    SEEDS,
    check,
    deal_of,
    dealt,
    finished,
    going_on,
    on_autopilot,
    seen_from,
    table,
    taps_of,
    whole_deal,
)


def scene(*hands: str, on: str = "", rules: RuleSet | None = None, pictures: bool = False) -> Playing:
    """A deal of these hands, by seat. Seat 0 is to act: it leads, or it follows what seat 3 has led (`on`)."""
    lobby = table(rules=rules, pictures=pictures)
    state = dealt(lobby, SEEDS[0])
    texts = [*hands[:3], hands[3] + on]
    pool = sorted_hand(PACKS)
    cards: list[tuple[Card, ...]] = []
    for text in texts:
        taken, pool = take(pool, parse_counts(text))
        cards.append(taken)
    leader = 3 if on else 0
    deal = Deal.start([parse_counts(text) for text in texts], leader, state.rules)
    if on:
        deal = deal.play(3, parse_counts(on)).deal
    made = Dealt(tuple(cards), cards[leader][0], leader, leader ^ 2, None)
    chairs = chairs_of(lobby, (0, 1, 2, 3))
    return replace(state, live=replace(state.live, dealt=made, deal=deal, chairs=chairs))


def shown(state: TableState, selected: str = "", *, memory: bool = False, notice: str = "", seat: int = 0) -> Screen:
    view = seen_from(state, seat, HandState(selected=parse_counts(selected), memory_open=memory))
    screen = hand_screen(view, suggestions(view.own) if view.is_to_act else (), notice)
    check(screen)
    return screen


def text_of(screen: Screen) -> str:
    return unescape(re.sub("<[^>]*>", "", screen.text)).replace("\u2068", "").replace("\u2069", "")


def labels(screen: Screen) -> list[str]:
    return [button.text for row in screen.keyboard for button in row]


def actions(screen: Screen) -> list[ButtonAction]:
    return [tap.action for tap in taps_of(screen)]


FOLLOWING = ("3355779TTTT", "4", "6", "8")


def test_leading_nobody_can_pass() -> None:
    screen = shown(scene("34567899", "4", "6", "8"))
    assert "你先出，随便出" in text_of(screen)
    assert ButtonAction.PASS not in actions(screen)
    assert not screen.silent


def test_following_says_what_to_beat_and_offers_the_cheapest_first() -> None:
    screen = shown(scene(*FOLLOWING, on="44"))
    assert re.search("🟦阿华 · 1 张 · [♠♥♦♣]4[♠♥♦♣]4\n", text_of(screen))
    assert "要管 🟦阿华：对4" in text_of(screen)
    assert labels(screen)[:2] == ["对5", "对7"]
    assert labels(screen)[-4:] == ["不出", "💡 提示", "🤖 托管", "🧠 记牌"]
    styles = {button.text: button.style for row in screen.keyboard for button in row}
    assert styles["对5"] == "primary"
    assert styles["💣10×4"] == "danger"


def test_the_turn_says_who_is_the_partner_and_what_is_his() -> None:
    assert "\n🤝🟠老王 · " in text_of(shown(scene(*FOLLOWING, on="44")))
    state = scene("55", "4", "66", "8", on="44")
    deal = state.live.deal.play(0, parse_counts("55")).deal.pass_turn(1).deal
    text = text_of(shown(going_on(state, deal), seat=2))
    assert "桌上是对家 🟠小明 的：对5" in text
    assert "要管" not in text


def test_a_turn_of_27_cards_leaves_the_picture_on_the_phone() -> None:
    for selected, lines in (("", 7), ("TT", 9)):
        assert len(text_of(shown(scene(*FOLLOWING, on="44", pictures=True), selected)).splitlines()) == lines


def test_who_ran_out_of_time_is_told_what_comes_of_it() -> None:
    state = scene("334", "44", "66", "88")
    assert "超时" not in text_of(shown(state))
    later = going_on(state, state.live.deal.time_out(0).deal)
    assert "⌛️ 你超时 1 次了，满 3 次这局就不能再出牌" in text_of(shown(later, seat=0))
    assert "超时 1 次" in text_of(shown(later, seat=1)), "the others see it beside his name"
    assert "你超时" not in text_of(shown(later, seat=1))


def test_rank_buttons_count_up() -> None:
    state = scene(*FOLLOWING, on="44")
    assert "7 ×2" in labels(shown(state))
    assert "7 1/2" in labels(shown(state, "7"))
    assert "7 2/2" in labels(shown(state, "77"))
    assert "9" in labels(shown(state))


def test_nothing_beats_so_passing_stands_alone() -> None:
    screen = shown(scene("334", "4", "6", "8", on="KK"))
    assert labels(screen) == ["不出", "🤖 托管", "🧠 记牌"]
    assert screen.keyboard[0][0].style == "primary"
    assert "没有管得上的牌" in text_of(screen)


def test_the_selection_is_read_or_refused_with_the_reason() -> None:
    state = scene(*FOLLOWING, on="88")
    assert "✋ 10×2：对10" in text_of(shown(state, "TT"))
    assert "✋ 7×2：⚠️ 对7 管不上对8" in text_of(shown(state, "77"))
    assert "✋ 5 9：⚠️ 点数不同，又连不成顺子，不能一起出" in text_of(shown(state, "59"))
    plays = {button.text: button.style for row in shown(state, "TT").keyboard for button in row}
    assert plays["出牌"] == "success"
    refused = {button.text: button.style for row in shown(state, "77").keyboard for button in row}
    assert refused["出牌"] is None


def test_phases_are_compared_in_numbers() -> None:
    state = scene("3333344444555556", "4", "6", "9", on="88888888")
    assert "这是 8 相" not in text_of(shown(state, "333344445555"))
    assert "⚠️ 这是 7 相，管不上 8 相" in text_of(shown(state, "333344445555"))


def test_a_tie_is_asked_with_two_buttons() -> None:
    screen = shown(scene("QKAwwW3", "4", "6", "8"), "QKAwwW")
    assert "有两种出法" in text_of(screen)
    asked = {button.text: CallbackData.decode(button.data) for row in screen.keyboard for button in row}
    assert asked["出 顺子 9–A"].arg == "QKAwwW.straight"
    assert asked["出 连对 Q–A"].arg == "QKAwwW.pair_run"
    assert ButtonAction.PLAY_SELECTED not in actions(screen)


def test_before_the_turn_cards_can_be_chosen_and_nothing_rings() -> None:
    state = scene("334", "44", "6", "8")
    screen = shown(state, "44", seat=1)
    assert screen.silent
    assert "还没轮到你" in text_of(screen)
    assert "✋ 4×2：对4" in text_of(screen)
    assert set(actions(screen)) == {
        ButtonAction.TOGGLE,
        ButtonAction.CLEAR,
        ButtonAction.AUTOPILOT,
        ButtonAction.MEMORY,
    }


def test_memory_counts_what_is_in_other_hands() -> None:
    state = scene("334", "44", "6w", "8")
    assert "外面还有：小王 8 6 4×2" in text_of(shown(state, memory=True))
    assert "🧠 收起" in labels(shown(state, memory=True))
    assert "外面" not in text_of(shown(state))


def test_a_notice_is_shown_as_it_is() -> None:
    assert "看不懂“<b>”" in text_of(hand_screen(seen_from(scene("3", "4", "5", "6"), 1), (), "看不懂“<b>”"))


def test_autopilot_has_one_button_back() -> None:
    state = on_autopilot(scene("334", "4", "6", "8"), 0, Autopilot.WISHED)
    screen = shown(state)
    assert labels(screen) == ["我回来了"]
    assert [(tap.action, tap.arg) for tap in taps_of(screen)] == [(ButtonAction.AUTOPILOT, "0")]
    assert "离桌" not in text_of(screen)
    assert "离桌" in text_of(shown(on_autopilot(state, 0, Autopilot.LEFT)))


@pytest.mark.parametrize("partner_view", [True, False])
def test_who_is_out_sees_his_partner_where_the_table_allows_it(partner_view: bool) -> None:
    state = scene("9", "4", "6Q", "8", rules=RuleSet(partner_view=partner_view))
    state = going_on(state, state.live.deal.play(0, parse_counts("9")).deal)
    text = text_of(shown(state))
    assert "🥇 第1名！你的牌出完了" in text
    assert ("Q♠" in text) == partner_view
    assert ("不看对家的牌" in text) == (not partner_view)
    assert labels(shown(state)) == []


def test_who_is_barred_is_told_once_and_can_do_nothing() -> None:
    state = scene("99", "44", "66", "88")
    deal = replace(state.live.deal, timeouts=(2, 0, 0, 0)).time_out(0).deal
    screen = shown(going_on(state, deal))
    assert "超时三次" in text_of(screen)
    assert labels(screen) == []


def test_the_picture_shows_the_same_cards_and_what_is_selected() -> None:
    screen = shown(scene(*FOLLOWING, pictures=True), "77")
    assert screen.picture is not None
    assert "♠" not in text_of(screen)
    plain = shown(scene(*FOLLOWING, pictures=True))
    assert plain.picture is not None
    assert plain.picture.key != screen.picture.key


def test_the_end_offers_another_deal_until_it_is_taken() -> None:
    *_, result, ready = whole_deal(table(), SEEDS[0])
    live = deal_of(result)
    seat = next(seat for seat, chair in enumerate(live.chairs) if chair.person is not None and chair.person.id == 1)
    assert actions(shown(result, seat=seat)) == [ButtonAction.AGAIN]
    assert actions(shown(ready, seat=seat)) == []
    assert "累计" in text_of(shown(result, seat=seat))


def test_the_end_says_who_has_won() -> None:
    *_, result, _ = whole_deal(table(), SEEDS[0])
    settlement = finished(result).settlement
    assert settlement.winners is not None
    for seat in range(4):
        word = "赢了" if seat in settlement.winners else "输了"
        assert word in text_of(shown(result, seat=seat))


def test_jokers_have_short_names_on_buttons_in_english() -> None:
    state = dealt(table(language=Language.ENGLISH), SEEDS[0])
    view = seen_from(state, 0)
    view = replace(view, own=replace(view.own, hand=parse_counts("wwW34")))
    keyboard = hand_keyboard(view, suggestions(view.own), texts_for(Language.ENGLISH))
    labels = [button.text for row in keyboard for button in row]
    assert "B🃏" in labels
    assert "S🃏 ×2" in labels
