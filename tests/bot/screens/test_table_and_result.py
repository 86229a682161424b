"""What the group reads: the table while a deal goes on, and its result with every figure."""

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.locales import texts_for
from bot.pictures.models import ResultPicture
from bot.pictures.samples import RESULT
from bot.screens.captions import with_picture
from bot.screens.lobby import lobby_screen, rules_toast
from bot.screens.notices import announcement
from bot.screens.result import result_screen
from bot.screens.screen import Screen
from bot.screens.table import my_hand_text, table_screen, who_text
from bot.tables.state import Language, Playing, Result
from bot.telegram_api.callback_data import ButtonAction
from engine.cards import format_counts, parse_counts
from engine.deal import Deal
from engine.players import Strength
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.scoring import ResultKind
from storage import Autopilot
from tests.bot.screens.scenes import (
    SEEDS,
    UNTIL,
    check,
    dealt,
    ended,
    finished,
    going_on,
    on_autopilot,
    public,
    seen_from,
    table,
    taps_of,
    whole_deal,
)
from tests.bot.screens.test_hand import scene


def text_of(screen: Screen) -> str:
    check(screen)
    return unescape(re.sub("<[^>]*>", "", screen.text)).replace("\u2068", "").replace("\u2069", "")


def after(state: Playing, *moves: str) -> Playing:
    """The table after plays (cards), passes (`-`) and time-outs (`t`) of whoever is to act; the deal goes on."""
    return going_on(state, moved(state.live.deal, moves))


def over_after(state: Playing, *moves: str) -> Result:
    """The same, when the deal is over by then."""
    return ended(state, moved(state.live.deal, moves))


def result_text(state: Result) -> str:
    return text_of(result_screen(state, state.latest, pictures=False))


def moved(deal: Deal, moves: tuple[str, ...]) -> Deal:
    for move in moves:
        seat = deal.to_act
        assert seat is not None
        if move == "-":
            deal = deal.pass_turn(seat).deal
        elif move == "t":
            deal = deal.time_out(seat).deal
        else:
            deal = deal.play(seat, parse_counts(move)).deal
    return deal


def test_the_lobby_says_whether_it_will_count() -> None:
    def counts(*computers: int, practice: bool = False, free: int = 0) -> str:
        full = table(computers=computers, practice=practice)
        one, two, three, four = (None if place < free else chair for place, chair in enumerate(full.places))
        return text_of(lobby_screen(replace(full, places=(one, two, three, four))))

    assert "🏅 计分局" in counts(3)
    assert "🏅 计分局" in counts(free=1)
    for open_table in (counts(free=2), counts(free=3), counts(3, free=2)):
        assert "两队都有真人才计分" in open_table, "it depends on who sits down, and on the teams"
    assert "两位真人" in counts(1, 2)
    assert "不计分" in counts(1, 2, 3)
    assert "不计分" in counts(practice=True)


def test_the_lobby_offers_what_is_possible() -> None:
    full = table()
    assert [tap.action for tap in taps_of(lobby_screen(full))] == [
        ButtonAction.LEAVE,
        ButtonAction.START,
        ButtonAction.RULES,
        ButtonAction.CLOSE,
    ]
    with_computer = lobby_screen(table(computers=(1,)))
    assert ButtonAction.JOIN in [tap.action for tap in taps_of(with_computer)], "a person takes a computer's seat"
    one, two, three, _ = full.places
    open_table = replace(full, places=(one, two, three, None))
    assert ButtonAction.COMPUTERS in [tap.action for tap in taps_of(lobby_screen(open_table))]
    [strength] = [tap for tap in taps_of(lobby_screen(open_table)) if tap.action is ButtonAction.STRENGTH]
    assert strength.arg == Strength.EXPERT, "the one above the planner, which sits down now"
    no_computers = replace(open_table, options=replace(open_table.options, computers=False))
    unwanted = {ButtonAction.COMPUTERS, ButtonAction.STRENGTH}
    assert not unwanted & {tap.action for tap in taps_of(lobby_screen(no_computers))}
    assert "还差 1 人" in text_of(lobby_screen(open_table))


def test_a_lobby_whose_deal_has_begun_asks_for_nothing_more() -> None:
    assert "人齐了，可以开始" in text_of(lobby_screen(table()))
    assert "自动散桌" in text_of(lobby_screen(table()))
    begun = text_of(lobby_screen(dealt(table(), SEEDS[0])))
    assert "开打了" in begun
    assert "可以开始" not in begun
    assert "散桌" not in begun
    assert "ab" * 32 not in begun, "hashes are behind /verify"


def test_the_rules_of_a_lobby_say_what_their_names_mean() -> None:
    chinese = texts_for(Language.CHINESE)
    assert "\n千变：四张王都能当别的牌\n" in rules_toast(table(rules=RuleSet()), chinese)
    assert "\n普通：王不能当别的牌\n" in rules_toast(table(rules=RuleSet(wild=Wild.NONE)), chinese)
    assert "\n不洗牌：" in rules_toast(table(), chinese)
    everything = RuleSet(
        wild=Wild.BAIBIAN, king_bomb=True, chain_with_two=False, deal_style=DealStyle.CLUMPED, base_score=10**6,
        turn_seconds=600, phase_cap=8, units=(997, 998, 999), partner_view=False,
    )  # fmt: skip
    short = rules_toast(table(rules=everything), texts_for(Language.ENGLISH))
    assert "units 997/998/999" in short
    assert "Clumped deal: " not in short, "the rules themselves go before what they mean"


def test_who_is_waited_for_has_his_cards_beside_his_name() -> None:
    chinese = texts_for(Language.CHINESE)
    leading = scene("3344", "5", "6", "7")
    now = UNTIL - 19.6
    asked = who_text(public(leading), chinese, now).replace("\u2068", "").replace("\u2069", "")
    assert asked == "等 🟠小明（4 张）先出，还有 20 秒"
    following = who_text(public(after(leading, "3")), chinese, now).replace("\u2068", "").replace("\u2069", "")
    assert following == "等 🟦Anna（1 张）出牌，要管 🟠小明 的 单张3，还有 20 秒"


def test_my_cards_go_from_the_jokers_down_like_the_hand() -> None:
    assert "\n小王 4 3×2" in my_hand_text(seen_from(scene("334w", "5", "6", "7"), 0), texts_for(Language.CHINESE))


def test_the_opening_names_card_leader_partners_and_who_moved() -> None:
    seen = set()
    for number in range(40):
        state = dealt(table(), bytes([number]) * 32)
        cards = state.live.dealt
        text = text_of(table_screen(public(state)))
        if cards.swap is not None:
            seen.add("swap")
            assert "换了座" in text
        elif cards.opening.twin in cards.hands[cards.leader]:
            seen.add("both")
            assert "座位不动" in text
        else:
            seen.add("seated")
            assert "正好不用换座" in text
        assert state.commitment not in text, "hashes are behind /verify"
        begun = text_of(table_screen(public(after(state, first_card(state)))))
        assert not re.search("换了座|座位不动|正好不用换座|明牌", begun), "once somebody has played, the table goes on"
    assert seen == {"swap", "both", "seated"}


def first_card(state: Playing) -> str:
    """The lowest card of the hand that leads."""
    assert state.live.deal.to_act is not None
    return format_counts(state.live.deal.hands[state.live.deal.to_act])[0]


@pytest.mark.parametrize(
    ("hands", "moves", "last", "told"),
    [
        (("334", "45", "6", "78"), (), "33", "❗️🟠小明 报单，剩 1 张"),
        (("3345", "45", "6", "78"), (), "3", ""),
        (("3", "4567", "88", "56"), (), "3", "🥇 第1名 🟠小明 出完了！\n⚡️ 🟠老王 再走完就是双扣"),
        (("3", "47", "8899", "56"), ("3",), "4", ""),
        (("3", "47", "8899", "56"), ("3", "-", "-"), "-", "🌬 🟠老王 接 🟠小明 的风"),
        (("33333345", "47", "8899", "56"), (), "333333", "💣 🟠小明 炸了，6 相！\n❗️🟠小明 报单，剩 2 张"),
        (("3333345", "47", "8899", "56"), (), "33333", "❗️🟠小明 报单，剩 2 张"),
    ],
)
def test_what_is_remarkable_is_said_aloud_where_the_group_wants_it(
    hands: tuple[str, str, str, str], moves: tuple[str, ...], last: str, told: str
) -> None:
    before = after(scene(*hands), *moves)
    seat = before.live.deal.to_act
    assert seat is not None
    step = before.live.deal.pass_turn(seat) if last == "-" else before.live.deal.play(seat, parse_counts(last))
    state = going_on(before, step.deal)
    assert announcement(state, step.events) is None, "the table shows it, and this group asked for no more"
    loud = replace(state, options=replace(state.options, aloud=True))
    said = announcement(loud, step.events)
    assert (text_of(said) if said is not None else "") == told


def test_who_has_one_or_two_cards_left_is_called_out() -> None:
    text = text_of(table_screen(public(after(scene("3345", "6789", "78", "9"), "3"))))
    assert "小明 · 3 张" in text
    assert "老王 · ❗️剩 2 张" in text
    assert text.count("❗️") == 2
    over = over_after(scene("3", "4", "5", "67"), "3", "4", "5")
    assert "❗️" not in text_of(table_screen(public(over))), "nobody need be warned any more"


def test_one_more_and_it_is_a_double_win_is_said_while_it_can_be() -> None:
    state = after(scene("3", "4567", "8899", "5678"), "3")
    assert "⚡️ 🟠老王 再走完就是双扣" in text_of(table_screen(public(state)))
    other = after(scene("3", "4", "8899", "5678"), "3", "4")
    assert "双扣" not in text_of(table_screen(public(other)))


def test_the_table_shows_last_actions_turn_and_clock() -> None:
    state = after(scene("77779", "AAwW", "5", "6"), "7777", "AAwW")
    text = text_of(table_screen(public(state)))
    assert "🟠小明 · ❗️剩 1 张\n　 ♠7♠7♥7♥7（4相炸）" in text
    assert "👉🟠老王" in text
    assert "轮到 🟠老王，要管 🟦Anna" in text
    assert "（4相炸，2王当A×2）" in text
    assert "⏳ 60 秒，到" in text


def test_a_new_trick_says_what_won_and_who_leads_for_whom() -> None:
    state = after(scene("9", "34", "56", "78"), "9", "-", "-", "-")
    text = text_of(table_screen(public(state)))
    assert "上一轮最大：🟠小明 ♠9" in text
    assert "🌬 🟠老王 接 🟠小明 的风" in text
    assert "🟠小明 · 🥇 第1名" in text


def test_bombs_that_multiply_are_kept_in_view() -> None:
    state = after(scene("777779", "345", "4", "6"), "77777", "-", "-", "-", "9")
    assert "💣 最大：🟠5相 ×2" in text_of(table_screen(public(state)))
    state = after(scene("77779", "345", "4", "6"), "7777")
    assert "💣" not in text_of(table_screen(public(state)))


def test_states_of_a_seat() -> None:
    state = after(scene("99", "44", "66", "88"), "t", "44")
    state = on_autopilot(state, 2, Autopilot.WISHED)
    text = text_of(table_screen(public(state)))
    assert "🟠小明 · ❗️剩 2 张 · 超时 1 次" in text
    assert "🟠老王 · ❗️剩 2 张 · 托管" in text
    assert "👉 🟠老王 在想…" in text
    barred = after(scene("99", "44", "66", "88"), *"ttttttttt")
    assert "🟠小明 · 2 张 · 🚫 不能出牌" in text_of(table_screen(public(barred)))


def test_votes_are_counted_and_offered() -> None:
    state = replace(scene("9", "3", "5", "7"), end_votes=frozenset({1, 2}))
    screen = table_screen(public(state))
    assert "散桌：2/4" in text_of(screen)
    assert ButtonAction.END_VOTE in [tap.action for tap in taps_of(screen)]
    assert ButtonAction.END_VOTE not in [tap.action for tap in taps_of(table_screen(public(scene("9", "3", "5", "7"))))]


def test_the_result_adds_up_in_words() -> None:
    """双扣 with a bomb of seven: 3 units × 8 × 100; the bomb also earns 4 × 100 from each of the others."""
    state = over_after(scene("777777799", "34", "Q", "66666683"), "7777777", "-", "-", "-", "99", "-", "-", "-", "Q")
    text = result_text(state)
    assert "🏆 双扣 · 第 4711 局 · 🟠小明 + 🟠老王 赢" in text
    assert "双扣 3 × 翻倍 8 × 底分 100 = 2\u202f400" in text
    assert "💣 翻倍 ×8：🟠小明 7×7 7相炸" in text
    assert "💣 贡献：🟠小明 7×7 7相炸 → 各付 400，🟦阿华 6×6 6相炸（没出）→ 各付 200" in text
    assert "🥇 🟠小明 双扣 +2\u202f400 · 贡献 +1\u202f000 → +3\u202f400" in text
    assert "🥈 🟠老王 双扣 +2\u202f400 · 贡献 −600 → +1\u202f800" in text
    assert "剩 8 张：8 6×6 3" in text


def test_under_its_picture_the_result_says_each_sum_and_whose_bombs_counted_and_no_hash() -> None:
    state = over_after(scene("777777799", "34", "Q", "66666683"), "7777777", *"---", "99", *"---", "Q")
    screen = result_screen(state, state.latest)
    text = text_of(screen)
    assert text.splitlines() == [
        "🏆 双扣 · 第 4711 局 · 🟠小明 + 🟠老王 赢",
        "🥇 🟠小明 双扣 +2\u202f400 · 贡献 +1\u202f000 → +3\u202f400",
        "🥈 🟠老王 双扣 +2\u202f400 · 贡献 −600 → +1\u202f800",
        "🥉 🟦阿华 双扣 −2\u202f400 · 贡献 +200 → −2\u202f200",
        "🏁 🟦Anna 双扣 −2\u202f400 · 贡献 −600 → −3\u202f000",
        "💣 翻倍 ×8：🟠小明 7×7 7相炸",
        "💣 贡献：🟠小明 7×7 7相炸 → 各付 400，🟦阿华 6×6 6相炸（没出）→ 各付 200",
        *text.splitlines()[7:],
    ]
    assert all("升官" in line or "降为" in line for line in text.splitlines()[7:])
    assert isinstance(screen.picture, ResultPicture)
    assert [len(row.held) for row in screen.picture.rows] == [0, 0, 8, 2]
    assert screen.picture.rows[2].detail == "双扣 −2\u202f400 · 贡献 +200"
    for shown in (screen.text, screen.alone):
        assert SEEDS[0].hex() not in shown
        assert "ab" * 32 not in shown


def test_a_result_without_contributions_says_one_figure() -> None:
    state = over_after(scene("99", "34", "Q", "56"), "99", *"---", "Q")
    assert "🥇 🟠小明 双扣 +300\n" in text_of(result_screen(state, state.latest))


def test_captions_are_cut_to_the_first_that_fits() -> None:
    picture = RESULT
    long = Screen("x" * 1025)
    assert with_picture(long, picture, shorter=["y" * 1025, "z", "w"]) == Screen("z", (), picture, alone="x" * 1025)
    assert with_picture(long, picture, shorter=["y" * 1025]) == long
    assert with_picture(Screen("🃏" * 513), picture).picture is None, "units of UTF-16 count"
    assert with_picture(Screen("<b>" + "&lt;" * 1024 + "</b>"), picture).picture is picture, "markup does not"


def test_capped_bombs_say_what_they_count_as() -> None:
    rules = RuleSet(phase_cap=8)
    state = over_after(scene("77777777w99", "34", "Q", "5", rules=rules), "77777777w", *"---", "99", *"---", "Q")
    assert "7×8 小王 9相炸（按8相）" in result_text(state)


def test_promotions_and_demotions() -> None:
    state = over_after(scene("777777799", "34", "Q", "5"), "7777777", "-", "-", "-", "99", "-", "-", "-", "Q")
    state = replace(state, latest=replace(state.latest, scores_before=(1_900, 2_100, None, 64_100)))
    text = result_text(state)
    assert "🎉 🟠小明 升官：群众 → 组长 → 主任" in text
    assert "📉 🟦Anna 降为群众" in text
    assert "📉 🟦阿华 降为镇长" in text
    assert "老王 升" not in text


def test_a_void_deal_moves_nothing() -> None:
    state = over_after(scene("33", "44", "55", "66"), *"tttttttttttt")
    assert state.latest.settlement.kind is ResultKind.VOID
    text = text_of(result_screen(state, state.latest))
    assert "流局" in text
    assert "累计" not in text


@pytest.mark.parametrize("language", list(Language))
def test_practice_says_that_it_does_not_count(language: Language) -> None:
    *_, state = whole_deal(table(language=language, practice=True), SEEDS[0])
    assert isinstance(state, Result)
    text = text_of(result_screen(state, replace(finished(state), ranked=False, scores_before=(None,) * 4)))
    assert "🍵" in text
    assert "累计" not in text
    assert "total" not in text


def test_getting_ready_is_shown_by_name_and_number() -> None:
    def labels(state: Result) -> list[str]:
        return [button.text for row in result_screen(state, state.latest).keyboard for button in row]

    *_, result, ready = whole_deal(table(), SEEDS[0])
    assert isinstance(result, Result)
    assert isinstance(ready, Result)
    assert "再来一局" in labels(result)
    assert "再来一局 2/4" in labels(ready)
    assert "✅ 再来：小明，Anna（2/4）" in text_of(result_screen(ready, ready.latest))


def test_a_running_deal_is_shown_with_the_rules_it_was_dealt_with() -> None:
    """Settings that change in mid-deal apply from the next deal; nothing on the table may say otherwise before."""
    state = dealt(table(), SEEDS[0])
    changed = replace(state, rules=RuleSet(base_score=5_000, turn_seconds=30))
    assert table_screen(public(changed)) == table_screen(public(state))
