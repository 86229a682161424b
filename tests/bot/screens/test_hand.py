"""The faces of a hand, and the buttons of each."""

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.locales import texts_for
from bot.outbox.content import visible_length
from bot.outbox.ephemeral import MOST_CHARACTERS
from bot.screens.hand import REASONS, hand_screen, hint_text, selection_text
from bot.screens.hand_keys import hand_keyboard, held
from bot.screens.screen import Screen
from bot.tables.seating import chairs_of
from bot.tables.state import HandState, Hint, Language, Playing, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import PACKS, Card, contains, parse_counts
from engine.deal import Deal
from engine.players import suggestions
from engine.players.advice import Reason
from engine.reading import read
from engine.ruleset import RuleSet
from engine.seats import SEATS
from engine.shuffle import Dealt
from engine.tracking import sorted_hand, take
from storage import Autopilot
from tests.bot.screens.scenes import (
    SEEDS,
    check,
    check_toast,
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
    plays = suggestions(view.own, holding=view.selection.selected) if view.is_to_act else ()
    screen = hand_screen(view, plays, notice)
    check(screen)
    return screen


def text_of(screen: Screen) -> str:
    return unescape(re.sub("<[^>]*>", "", screen.text)).replace("\u2068", "").replace("\u2069", "")


def toast(state: TableState, selected: str, seat: int = 0) -> str:
    """What the tap that made this selection answers."""
    view = seen_from(state, seat, HandState(selected=parse_counts(selected)))
    text = selection_text(view, texts_for(Language.CHINESE))
    check_toast(text)
    return text


def greyed(screen: Screen) -> set[str]:
    """The buttons that keep their place and do nothing."""
    return {button.text for row in screen.keyboard for button in row if button.disabled}


def labels(screen: Screen) -> list[str]:
    return [button.text for row in screen.keyboard for button in row]


def actions(screen: Screen) -> list[ButtonAction]:
    return [tap.action for tap in taps_of(screen)]


FOLLOWING = ("3355779TTTT", "4", "6", "8")


def test_leading_nobody_can_pass() -> None:
    screen = shown(scene("34567899", "4", "6", "8"))
    assert "轮到你 · 你先出" in text_of(screen)
    assert greyed(screen) == {"出牌", "不出"}
    assert not screen.silent


def test_following_says_what_to_beat_and_offers_the_cheapest_first() -> None:
    screen = shown(scene(*FOLLOWING, on="44"))
    assert "🟦阿华 · 1 张 · 对4\u00a0◀" in text_of(screen)
    assert "轮到你 · 要管 对4" in text_of(screen)
    assert labels(screen)[:2] == ["对5", "对7"]
    assert labels(screen)[-4:] == ["出牌", "不出", "提示", "⋯"]
    styles = {button.text: button.style for row in screen.keyboard for button in row}
    assert styles["对5"] == "primary"
    assert styles["💣10×4"] == "danger"


def test_the_turn_says_who_is_the_partner_and_what_is_his() -> None:
    assert "\n🤝🟠老王 · " in text_of(shown(scene(*FOLLOWING, on="44")))
    state = scene("55", "4", "66", "8", on="44")
    deal = state.live.deal.play(0, parse_counts("55")).deal.pass_turn(1).deal
    text = text_of(shown(going_on(state, deal), seat=2))
    assert "轮到你 · 对家的 对5" in text
    assert "要管" not in text


@pytest.mark.parametrize("selected", ["", "TT"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("notice", ["", "半分钟"])
def test_a_hand_takes_four_lines_and_five_rows_on_turn_and_off(selected: str, seat: int, notice: str) -> None:
    state = scene("3344557789TJQKAA22wWTTTT", "34TT", "6", "8", on="44", pictures=True)
    screen = shown(state, selected, notice=notice, seat=seat)
    assert len(text_of(screen).splitlines()) <= 4
    assert len(screen.keyboard) <= 5
    for who in ("🤝", "🟠", "🟦"):
        assert who in text_of(screen)


def test_the_table_stands_in_the_hand_of_who_waits() -> None:
    text = text_of(shown(scene(*FOLLOWING, on="44"), seat=1))
    assert text.splitlines()[:4] == [
        "💤 等 🟠小明 出牌 · 你 1 张",
        "🟠老王 · 1 张",
        "🤝🟦阿华 · 1 张 · 对4\u00a0◀",
        "👉🟠小明 · 11 张",
    ]


def test_who_ran_out_of_time_is_told_what_comes_of_it() -> None:
    state = scene("334", "44", "66", "88")
    assert "超时" not in text_of(shown(state))
    later = going_on(state, state.live.deal.time_out(0).deal)
    assert "你超时" not in text_of(shown(later, seat=1))
    deal = later.live.deal
    deal = deal.play(1, parse_counts("4")).deal.play(2, parse_counts("6")).deal.play(3, parse_counts("8")).deal
    assert "⌛️ 你超时 1 次了，满 3 次这局不能再出牌" in text_of(shown(going_on(later, deal), seat=0))


def test_who_is_barred_by_the_next_time_out_is_offered_autopilot() -> None:
    state = scene("334", "44", "66", "88")
    state = going_on(state, replace(state.live.deal, timeouts=(2, 0, 0, 0)))
    assert "先点“托管”" in text_of(shown(state))
    assert labels(shown(state))[-1] == "🤖 托管"


def test_rank_buttons_say_how_many_are_held_and_selected() -> None:
    state = scene(*FOLLOWING, on="44")
    assert "7²" in labels(shown(state))
    assert "7¹ᐟ²" in labels(shown(state, "7"))
    assert "7²ᐟ²" in labels(shown(state, "77"))
    assert "9" in labels(shown(state))
    assert "9✓" in labels(shown(state, "9"))


def test_ranks_stand_in_the_order_of_the_picture() -> None:
    state = dealt(table(), SEEDS[0])
    view = seen_from(state, 0)
    for by_count in (False, True):
        mine = replace(view, person=replace(view.person, sort_by_count=by_count))
        numbers = [view.own.hand[rank.slot] for rank in held(mine)]
        assert (numbers == sorted(numbers, reverse=True)) == by_count


def test_quick_plays_follow_the_selection() -> None:
    screen = shown(scene("3456789TT555", "4", "6", "8"), "5")
    plays = [parse_counts(tap.arg.split(".")[0]) for tap in taps_of(screen) if tap.action is ButtonAction.PLAY]
    assert plays
    assert all(contains(cards, parse_counts("5")) for cards in plays)


def test_what_is_behind_more_takes_the_place_of_the_quick_plays() -> None:
    view = seen_from(scene(*FOLLOWING, on="44"), 0, HandState(more_open=True))
    screen = hand_screen(view, suggestions(view.own))
    check(screen)
    assert labels(screen)[:4] == ["🤖 托管", "🧠 记牌", "清空选牌", "🔀 炸弹在前"]
    assert greyed(screen) == {"出牌", "清空选牌"}
    assert len(screen.keyboard) <= 5


def test_a_big_bomb_asks_once_more_on_the_same_button() -> None:
    state = scene("333334", "4", "6", "8")
    cards = parse_counts("33333")
    plain = hand_screen(seen_from(state, 0), suggestions(seen_from(state, 0).own))
    assert "💣3×5" in labels(plain)
    view = seen_from(state, 0, HandState(asking=cards))
    assert labels(hand_screen(view, suggestions(view.own))) == [
        "再点一次" if label == "💣3×5" else label for label in labels(plain)
    ]
    chosen = seen_from(state, 0, HandState(selected=cards, asking=cards))
    assert "再点一次" in labels(hand_screen(chosen, suggestions(chosen.own, holding=cards)))


def test_nothing_beats_so_passing_stands_alone() -> None:
    screen = shown(scene("334", "4", "6", "8", on="KK"))
    assert labels(screen) == ["不出", "⋯"]
    assert screen.keyboard[0][0].style == "primary"
    assert "管不上 对K" in text_of(screen)


def test_the_selection_is_read_or_refused_with_the_reason() -> None:
    state = scene(*FOLLOWING, on="88")
    assert toast(state, "TT") == "✋ 10×2：对10"
    assert toast(state, "77") == "✋ 7×2：⚠️ 对7 管不上对8"
    assert "✋ 5 9：⚠️ 点数不同，又连不成顺子，不能一起出" in toast(state, "59")
    assert toast(state, "") == "没有选牌"
    plays = {button.text: button.style for row in shown(state, "TT").keyboard for button in row}
    assert plays["出牌"] == "success"
    refused = {button.text: button.style for row in shown(state, "77").keyboard for button in row}
    assert refused["出牌"] is None
    assert "出牌" in greyed(shown(state, "77"))


def test_phases_are_compared_in_numbers() -> None:
    state = scene("3333344444555556", "4", "6", "9", on="88888888")
    assert "⚠️ 这是 7 相，管不上 8 相" in toast(state, "333344445555")


def test_a_tie_is_asked_with_two_buttons() -> None:
    state = scene("QKAwwW3", "4", "6", "8")
    screen = shown(state, "QKAwwW")
    assert "有两种出法" in toast(state, "QKAwwW")
    asked = {button.text: CallbackData.decode(button.data) for row in screen.keyboard for button in row}
    assert asked["出 顺子 9–A"].arg == "QKAwwW.straight"
    assert asked["出 连对 Q–A"].arg == "QKAwwW.pair_run"
    assert "出牌" in greyed(screen)


def test_before_the_turn_cards_can_be_chosen_and_nothing_rings() -> None:
    state = scene("334", "44", "6", "8")
    screen = shown(state, "44", seat=1)
    assert screen.silent
    assert toast(state, "44", seat=1) == "✋ 4×2：对4"
    assert greyed(screen) == {"出牌", "不出"}
    assert ButtonAction.TOGGLE in actions(screen)


def test_memory_counts_what_is_in_other_hands() -> None:
    state = scene("334", "44", "6w", "8")
    assert "外面还有：小王 8 6 4×2" in text_of(shown(state, memory=True))
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
    assert actions(shown(result, seat=seat)) == [ButtonAction.AGAIN, ButtonAction.REVIEW]
    assert actions(shown(ready, seat=seat)) == [ButtonAction.REVIEW]
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
    assert "S🃏²" in labels


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("reason", Reason)
def test_a_hint_says_its_reason_in_a_few_words(reason: Reason, language: Language) -> None:
    texts = texts_for(language)
    state = scene("3456788", "3456", "789", "99TT", on="6")
    for play in (None, read(parse_counts("8"), read(parse_counts("6")))):
        hand = HandState(selected=play.cards if play else parse_counts(""), hinted=Hint(play, reason))
        text = hint_text(seen_from(state, 0, hand), texts)
        check_toast(text)
        assert texts(REASONS[reason]) in text
        assert (texts("button-pass") in text) == (play is None)


def test_a_hint_to_pass_selects_nothing_and_shows_the_button_to_pass() -> None:
    state = scene("3456788", "3456", "789", "99TT", on="6")
    advised = hand_keyboard(seen_from(state, 0, HandState(hinted=Hint(None))), (), texts_for(Language.CHINESE))
    other = hand_keyboard(seen_from(state, 0, HandState()), (), texts_for(Language.CHINESE))
    assert [key.style for key in advised[-1] if key.text == "不出"] == ["primary"]
    assert [key.style for key in other[-1] if key.text == "不出"] == [None]


def test_a_hint_without_a_reason_and_one_before_their_turn_say_what_is_selected() -> None:
    state = scene("3456788", "3456", "789", "99TT", on="6")
    play = read(parse_counts("8"), read(parse_counts("6")))
    for seat, hinted in ((0, Hint(play)), (1, Hint(None, Reason.CANNOT)), (0, None)):
        view = seen_from(state, seat, HandState(hinted=hinted))
        texts = texts_for(Language.CHINESE)
        assert hint_text(view, texts) == selection_text(view, texts)


@pytest.mark.parametrize("language", list(Language))
def test_a_hand_can_be_edited_where_one_member_sees_it_alone(language: Language) -> None:
    """An edit there takes 1024 characters, of a text too: with the longest names, a note and 记牌 it has fewer."""
    lobby = table(("欧阳小明同学" * 4, "Alexandra Maria " * 4, "老王" * 12, "阿华" * 12), language=language)
    states = [state for state in whole_deal(lobby, bytes(32)) if isinstance(state, Playing)]
    for state in states[::5]:
        for seat in SEATS:
            view = replace(seen_from(state, seat), selection=HandState(memory_open=True))
            shown = hand_screen(view, (), "⚠️ " * 30)
            assert 0 < visible_length(shown.text) < MOST_CHARACTERS
            assert 0 < visible_length(shown.plain.text) < MOST_CHARACTERS
