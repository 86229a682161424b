"""Every screen in many states, in both languages, with names that try to break it: Telegram takes all of them, and
no group sees a hand.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.locales import texts_for
from bot.screens.hand import hand_screen, leave_question_screen
from bot.screens.lobby import lobby_closed_screen, lobby_screen, rules_toast
from bot.screens.result import result_screen
from bot.screens.screen import Screen
from bot.screens.table import my_hand_text, table_screen, who_text
from bot.tables.state import HandState, Language, Lobby, Playing, Result, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, format_counts
from engine.players import suggestions
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.seats import SEATS
from storage import Autopilot
from tests.bot.screens.scenes import (
    HOSTILE_NAMES,
    SEEDS,
    UNTIL,
    check,
    check_toast,
    deal_of,
    dealt,
    on_autopilot,
    public,
    seen_from,
    table,
    taps_of,
    whole_deal,
)

LANGUAGES = list(Language)
FOURS = [HOSTILE_NAMES[start : start + 4] for start in range(0, len(HOSTILE_NAMES), 4)]
RULES = (
    RuleSet(deal_style=DealStyle.CLUMPED, base_score=1_000_000),
    RuleSet(wild=Wild.NONE, king_bomb=True, partner_view=False, units=(1, 2, 4), phase_cap=8),
    RuleSet(wild=Wild.BAIBIAN, chain_with_two=False, turn_seconds=600, deal_style=DealStyle.CLUMPED),
)


def evenings(language: Language, pictures: bool) -> Iterator[TableState]:
    """Whole deals, other names, rules and computer seats in each."""
    for number, seed in enumerate(SEEDS[:4]):
        names = FOURS[number % len(FOURS)]
        state = table(
            (names[0], names[1], names[2], names[3]),
            language=language,
            computers=((), (1,), (0, 2))[number % 3],
            rules=RULES[number % len(RULES)],
            practice=number == 3,
            pictures=pictures,
            score=10**9,
        )
        yield from whole_deal(state, seed, time_outs=2 + number)


def seated(full: Lobby, taken: int) -> Lobby:
    """The lobby while only the first `taken` places are."""
    one, two, three, four = (chair if place < taken else None for place, chair in enumerate(full.places))
    return replace(full, places=(one, two, three, four))


def group_screens(state: TableState) -> Iterator[Screen]:
    yield table_screen(public(state))
    if isinstance(state, Result):
        yield result_screen(state, state.latest)
        yield result_screen(state, state.latest, pictures=False)


def hand_screens(state: TableState) -> Iterator[Screen]:
    live = deal_of(state)
    for seat in SEATS:
        if live.chairs[seat].person is None:
            continue
        own = live.deal.view(seat)
        offered = suggestions(own) if own.is_to_act else ()
        selections = [NO_CARDS, own.hand, *(play.cards for play in offered[-2:])]
        for number, selected in enumerate(selections):
            notice = "<& x" if number == 1 else ""
            hand = HandState(selected=selected, memory_open=number == 0)
            yield hand_screen(seen_from(state, seat, hand), offered, notice)
        if isinstance(state, Playing):
            for why in Autopilot:
                yield hand_screen(seen_from(on_autopilot(state, seat, why), seat))


@pytest.mark.parametrize("pictures", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_whole_deals(language: Language, pictures: bool) -> None:
    texts = texts_for(language)
    screens = 0
    for number, state in enumerate(evenings(language, pictures)):
        for screen in group_screens(state):
            check(screen)
            screens += 1
        if number % 5 == 0 or deal_of(state).deal.order:
            for screen in hand_screens(state):
                check(screen)
                screens += 1
        check_toast(who_text(public(state), texts, UNTIL - 20))
        for seat, chair in enumerate(deal_of(state).chairs):
            if chair.person is not None:
                check_toast(my_hand_text(seen_from(state, seat), texts))
    assert screens > 500


@pytest.mark.parametrize("language", LANGUAGES)
def test_lobbies(language: Language) -> None:
    for names in FOURS:
        full = table((names[0], names[1], names[2], names[3]), language=language, computers=(3,))
        for taken in range(5):
            state = seated(full, taken)
            assert full.commitment not in check(lobby_screen(state)).text
        for closed in (
            lobby_closed_screen(full),
            lobby_closed_screen(full, idle=True),
            lobby_closed_screen(full, closed_by=names[0]),
        ):
            check(closed)
        check_toast(rules_toast(full, texts_for(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaving_is_asked_once(language: Language) -> None:
    screen = leave_question_screen(dealt(table(language=language), SEEDS[0]), language)
    check(screen)
    assert [(tap.action, tap.arg) for tap in taps_of(screen)] == [
        (ButtonAction.LEAVE_DEAL, "1"),
        (ButtonAction.LEAVE_DEAL, "0"),
    ]


def test_no_button_of_a_group_says_anything_of_a_hand() -> None:
    """A member's client receives every button: in a group they name a table, a deal and a wish, and nothing else."""
    wishes = {
        ButtonAction.MY_HAND,
        ButtonAction.WHO,
        ButtonAction.END_VOTE,
        ButtonAction.AGAIN,
        ButtonAction.DISSOLVE,
        ButtonAction.REPLAY,
        ButtonAction.REVIEW,
    }
    for state in whole_deal(table(), SEEDS[0]):
        for screen in group_screens(state):
            for tap in taps_of(screen):
                assert tap.action in wishes
                assert tap.arg in ("", str(deal_of(state).id))


def test_no_text_of_a_group_says_anything_of_a_hand() -> None:
    """Whatever the four hold, the group reads the same: only what was played and how much is left."""
    for state in whole_deal(table(), SEEDS[1]):
        if not isinstance(state, Playing):
            break
        live = state.live
        one, two, three, four = (bytes(15)[:14] + bytes([sum(hand)]) for hand in live.deal.hands)
        other_deal = replace(live.deal, hands=(one, two, three, four))
        known = public(state)
        of_others = public(replace(state, live=replace(live, deal=other_deal)))
        assert table_screen(replace(of_others, last_actions=known.last_actions, trick_won=known.trick_won)) == (
            table_screen(known)
        )


def test_the_table_message_shows_no_seconds_that_run_down() -> None:
    state = dealt(table(), SEEDS[0])
    assert '<tg-time unix="1800000000" format="T">' in table_screen(public(state)).text


def test_taps_of_a_hand_name_the_turn_they_are_meant_for() -> None:
    timed = {ButtonAction.PLAY, ButtonAction.PLAY_SELECTED, ButtonAction.PASS, ButtonAction.HINT}
    for state in itertools.islice(whole_deal(table(), SEEDS[2]), 30):
        live = deal_of(state)
        seat = live.deal.to_act
        if seat is None:
            continue
        view = seen_from(state, seat, HandState(selected=live.deal.hands[seat]))
        screen = hand_screen(view, suggestions(view.own))
        for tap in taps_of(screen):
            assert (tap.table, tap.deal) == (state.id, live.number)
            assert tap.turn == (live.turn if tap.action in timed else 0)


def test_one_tap_plays_are_what_the_rules_allow() -> None:
    for state in itertools.islice(whole_deal(table(), SEEDS[3]), 40):
        live = deal_of(state)
        seat = live.deal.to_act
        if seat is None:
            continue
        view = seen_from(state, seat)
        offered = suggestions(view.own)
        played = [tap for tap in taps_of(hand_screen(view, offered)) if tap.action is ButtonAction.PLAY]
        cards = [tap.arg.partition(".")[0] for tap in played]
        all_cards = [format_counts(play.cards) for play in offered]
        assert len(all_cards) <= 6
        assert cards == [one for one in all_cards if one in cards], "in their order"
        assert len(cards) == len(all_cards) or len(cards) >= 4, "what two rows have no room for is left out"
        assert not offered or cards[0] == all_cards[0]
        assert not offered or not offered[-1].is_bomb or cards[-1] == all_cards[-1]


def test_a_tap_is_decoded_as_it_was_encoded() -> None:
    assert CallbackData.decode(CallbackData(ButtonAction.TOGGLE, 71, 3, 0, "W").encode()).arg == "W"
