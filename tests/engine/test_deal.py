"""`engine.deal`: verify, can and do of every action; refusals leave the state alone; what a view shows. The rules
themselves: test_rules_*.py.
"""

import copy
import pickle
import random
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from types import BuiltinMethodType, MethodType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.random_deals import MANNERS, as_action, play_out, random_rules, random_start
from engine.cards import NO_CARDS, add, format_counts, parse_counts
from engine.deal import Deal, DealEnded, Pass, PlayCards, Played, Step, TimeOut, WentOut
from engine.errors import (
    CardsNotHeld,
    ChoiceNotOffered,
    DealIsOver,
    DoesNotBeat,
    EngineError,
    ErrorCode,
    LeaderMustPlay,
    NotAPlay,
    NotationError,
    NotYourTurn,
    RequestError,
)
from engine.plays import PlayType
from engine.ruleset import RuleSet
from engine.seats import SEATS, partner_of
from tests.engine.support import after, go_on, start

HANDS = "3K9 4A9 5Q9 629"
OVER = after("3 49 5 69", "3 - 5")


# Starting


@pytest.mark.parametrize(
    ("hands", "leader", "refusal", "code"),
    [
        (["3", "4", "5"], 0, RequestError, ErrorCode.BAD_REQUEST),
        (["3", "4", "5", "6", "7"], 0, RequestError, ErrorCode.BAD_REQUEST),
        (["3", "4", "5", ""], 0, RequestError, ErrorCode.NO_CARDS),
        (["3", "4", "5", "6"], 4, RequestError, ErrorCode.UNKNOWN_SEAT),
        (["3", "4", "5", "6"], -1, RequestError, ErrorCode.UNKNOWN_SEAT),
        (["3", "4", "5", "6"], True, RequestError, ErrorCode.UNKNOWN_SEAT),
        (["33333333", "3", "5", "6"], 0, NotationError, ErrorCode.TOO_MANY_OF_A_CARD),
        (["ww", "w", "5", "6"], 0, NotationError, ErrorCode.TOO_MANY_OF_A_CARD),
        (["3333444455556666777788889999", "T", "J", "Q"], 0, NotationError, ErrorCode.TOO_MANY_CARDS),
    ],
)
def test_what_is_no_deal(hands: list[str], leader: int, refusal: type[EngineError], code: ErrorCode) -> None:
    with pytest.raises(refusal) as raised:
        Deal.start([parse_counts(hand) for hand in hands], leader)
    assert raised.value.code is code


def test_a_deal_before_its_first_lead() -> None:
    deal = start(HANDS, leader=2)
    assert (deal.to_act, deal.to_beat, deal.to_beat_by, deal.order, deal.log) == (2, None, None, (), ())
    assert (deal.timeouts, deal.barred, deal.is_over, deal.settlement) == ((0, 0, 0, 0), (), False, None)


# Refusals: the right error with its facts, and the state as it was


@pytest.mark.parametrize(
    ("deal", "seat", "cards", "refusal", "code"),
    [
        (start(HANDS), 1, "4", NotYourTurn, ErrorCode.NOT_YOUR_TURN),
        (start(HANDS), 0, "4", CardsNotHeld, ErrorCode.CARDS_NOT_HELD),
        (start(HANDS), 0, "33", CardsNotHeld, ErrorCode.CARDS_NOT_HELD),
        (start(HANDS), 0, "3K", NotAPlay, ErrorCode.NOT_A_PLAY),
        (start(HANDS), 0, "", NotationError, ErrorCode.NO_CARDS),
        (start(HANDS), 4, "3", RequestError, ErrorCode.UNKNOWN_SEAT),
        (start(HANDS), True, "4", RequestError, ErrorCode.UNKNOWN_SEAT),
        (after(HANDS, "9"), 1, "4", DoesNotBeat, ErrorCode.TOO_LOW),
        (after(HANDS, "9"), 1, "9", DoesNotBeat, ErrorCode.TOO_LOW),
        (after("39 44 5 6", "3"), 1, "44", DoesNotBeat, ErrorCode.WRONG_TYPE),
        (after("345679 456789 5 6", "34567"), 1, "456789", DoesNotBeat, ErrorCode.WRONG_SIZE),
        (OVER, 1, "4", DealIsOver, ErrorCode.DEAL_IS_OVER),
    ],
)
def test_a_refused_play(deal: Deal, seat: int, cards: str, refusal: type[EngineError], code: ErrorCode) -> None:
    before = copy.deepcopy(deal)
    counts = parse_counts(cards)
    for attempt in (deal.play, deal.verify_play):
        with pytest.raises(refusal) as raised:
            attempt(seat, counts)
        assert raised.value.code is code
        assert raised.value.rule
    assert not deal.can_play(seat, counts)
    assert deal == before


def test_a_refusal_names_the_facts() -> None:
    with pytest.raises(CardsNotHeld) as not_held:
        start(HANDS).play(0, parse_counts("3344"))
    assert not_held.value.facts == {"cards": "3344", "missing": "344"}
    with pytest.raises(NotYourTurn) as turn:
        start(HANDS).pass_turn(3)
    assert turn.value.facts == {"seat": 3, "to_act": 0}
    with pytest.raises(ChoiceNotOffered) as choice:
        start("33 4 5 6").play(0, parse_counts("33"), PlayType.SINGLE)
    assert choice.value.facts == {"cards": "33", "choice": "single", "offered": ["pair"]}


@pytest.mark.parametrize(
    ("deal", "seat", "refusal"),
    [
        (start(HANDS), 0, LeaderMustPlay),
        (start(HANDS), 1, NotYourTurn),
        (after(HANDS, "3"), 0, NotYourTurn),
        (after(HANDS, "3"), 7, RequestError),
        (OVER, 1, DealIsOver),
    ],
)
def test_a_refused_pass(deal: Deal, seat: int, refusal: type[EngineError]) -> None:
    before = copy.deepcopy(deal)
    for attempt in (deal.pass_turn, deal.verify_pass):
        with pytest.raises(refusal):
            attempt(seat)
    assert not deal.can_pass(seat)
    assert deal == before


@pytest.mark.parametrize(
    ("deal", "seat", "refusal"),
    [(start(HANDS), 1, NotYourTurn), (start(HANDS), -1, RequestError), (OVER, 1, DealIsOver)],
)
def test_a_refused_timeout(deal: Deal, seat: int, refusal: type[EngineError]) -> None:
    before = copy.deepcopy(deal)
    for attempt in (deal.time_out, deal.verify_time_out):
        with pytest.raises(refusal):
            attempt(seat)
    assert not deal.can_time_out(seat)
    assert deal == before


def test_a_deal_that_is_over_has_no_plays_and_no_turn() -> None:
    assert OVER.is_over
    assert (OVER.to_act, OVER.to_beat, OVER.to_beat_by) == (None, None, None)
    with pytest.raises(DealIsOver):
        _ = OVER.legal_plays


# Carrying out


def test_an_action_leaves_the_old_state_as_it_was() -> None:
    deal = start(HANDS)
    before = copy.deepcopy(deal)
    later, _ = deal.play(0, parse_counts("3"))
    assert deal == before
    assert format_counts(later.hands[0]) == "9K"


def test_nothing_of_a_deal_can_be_changed() -> None:
    deal, events = go_on(start("33 4 5 6"), "3")
    for frozen in (deal, deal.view(0), *events, *deal.log, deal.to_beat):
        assert frozen is not None
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(frozen, fields(frozen)[0].name, None)


def test_act_carries_out_every_kind_of_action() -> None:
    deal = start(HANDS)
    assert deal.act(PlayCards(0, parse_counts("3"))) == deal.play(0, parse_counts("3"))
    later = after(HANDS, "3")
    assert later.act(Pass(1)) == later.pass_turn(1)
    assert later.act(TimeOut(1)) == later.time_out(1)
    assert deal.can_time_out(0)
    assert later.can_pass(1)


def test_the_wished_type_counts_on_a_tie() -> None:
    deal = start("QKAwwW3 4 5 6")
    for choice in (PlayType.STRAIGHT, PlayType.PAIR_RUN):
        step = deal.act(PlayCards(0, parse_counts("QKAwwW"), choice))
        assert step.deal.to_beat is not None
        assert step.deal.to_beat.type is choice
    assert deal.can_play(0, parse_counts("QKAwwW"), PlayType.PAIR_RUN)
    assert not deal.can_play(0, parse_counts("QKAwwW"), PlayType.TRIPLE_RUN)


def test_events_come_in_the_order_in_which_things_happened() -> None:
    _, events = go_on(start("3 49 5 69"), "3 - 5")
    assert [type(event).__name__ for event in events] == [
        "Played",
        "WentOut",
        "Passed",
        "Played",
        "WentOut",
        "DealEnded",
    ]
    assert events[1] == WentOut(0, 1)
    assert isinstance(events[-1], DealEnded)
    assert events[-1].settlement == OVER.settlement


def test_a_replay_stops_at_what_is_refused() -> None:
    with pytest.raises(NotYourTurn):
        start(HANDS).replay([PlayCards(0, parse_counts("3")), Pass(0)])


@given(st.integers(0, 10**9))
def test_a_random_deal_ends_and_replays_to_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    first = random_start(rng, random_rules(rng))
    end = play_out(first, rng, rng.choice(MANNERS))
    assert end.is_over
    assert first.replay(map(as_action, end.log)) == end
    assert pickle.loads(pickle.dumps(end)) == end
    assert copy.copy(end) == copy.deepcopy(end) == end


@given(st.integers(0, 10**9))
def test_can_says_what_do_does(seed: int) -> None:
    """At a random moment of a random deal, for every seat and every play of its hand."""
    rng = random.Random(seed)
    first = random_start(rng, random_rules(rng))
    end = play_out(first, rng, rng.choice(MANNERS))
    deal = first.replay(map(as_action, end.log[: rng.randrange(len(end.log))]))
    for seat in SEATS:
        assert deal.can_pass(seat) == succeeds(deal, Pass(seat))
        assert deal.can_time_out(seat) == succeeds(deal, TimeOut(seat)) == (seat == deal.to_act)
        if any(deal.hands[seat]):
            part = bytes(min(number, rng.randint(0, 2)) for number in deal.hands[seat])
            assert deal.can_play(seat, part) == succeeds(deal, PlayCards(seat, part))


def succeeds(deal: Deal, action: PlayCards | Pass | TimeOut) -> bool:
    try:
        step = deal.act(action)
    except EngineError:
        return False
    assert isinstance(step, Step)
    return True


# Views


def reachable(thing: object, seen: dict[int, object]) -> Iterator[object]:
    """Everything that can be reached from a thing by attributes, public or not, and by the contents of containers."""
    if (
        id(thing) in seen
        or isinstance(thing, (str, int, float, type, MethodType, BuiltinMethodType))
        or callable(thing)
    ):
        return
    seen[id(thing)] = thing  # kept alive, so that no other thing gets its id
    yield thing
    if isinstance(thing, bytes):
        return
    if isinstance(thing, (tuple, list, set, frozenset)):
        for item in thing:
            yield from reachable(item, seen)
    elif isinstance(thing, dict):
        for item in (*thing.keys(), *thing.values()):
            yield from reachable(item, seen)
    if type(thing).__module__.startswith("engine."):
        for name in dir(thing):
            if not name.startswith("__") and not name.startswith("model_"):
                yield from reachable(getattr(thing, name), seen)


@given(st.integers(0, 10**9), st.sampled_from(SEATS))
def test_no_other_hand_can_be_reached_from_a_view(seed: int, seat: int) -> None:
    rng = random.Random(seed)
    first = random_start(rng, random_rules(rng))
    end = play_out(first, rng, rng.choice(MANNERS))
    deal = first.replay(map(as_action, end.log[: rng.randrange(1 + len(end.log) // 2)]))
    if deal.is_over:
        return
    view = deal.view(seat)
    others = [other for other in SEATS if other != seat and other not in deal.order]
    found = list(reachable(view, {}))
    assert not any(isinstance(thing, Deal) for thing in found)
    shown = {thing for thing in found if isinstance(thing, bytes)}
    assert deal.hands[seat] in shown
    for other in others:
        partner = other == partner_of(seat)
        may_see = (partner and seat in deal.order and deal.rules.partner_view) or len(others) == 1
        played = any(isinstance(entry, Played) and entry.play.cards == deal.hands[other] for entry in deal.log)
        legal = any(play.cards == deal.hands[other] for play in view.legal_plays)
        if not may_see and not played and not legal:
            assert deal.hands[other] not in shown


def test_the_walk_finds_what_is_hidden_in_a_deal() -> None:
    """The walk of the test above does reach every hand from the full state."""
    deal = start(HANDS)
    found = list(reachable(deal, {}))
    assert all(hand in found for hand in deal.hands)
    assert deal.rules in found


def test_a_view_says_what_everybody_at_the_table_knows() -> None:
    deal = after(HANDS, "3 4 ! 6")
    view = deal.view(1)
    assert format_counts(view.hand) == "9A"
    assert view.cards_left == (2, 2, 3, 2)
    assert (view.to_act, view.to_beat, view.to_beat_by) == (0, deal.to_beat, 3)
    assert (view.order, view.timeouts, view.log, view.settlement) == ((), (0, 0, 1, 0), deal.log, None)
    assert format_counts(view.unseen) == "5999QK2"
    assert (view.is_to_act, view.is_leading) == (False, False)
    assert start(HANDS).view(0).is_leading
    assert [str(play) for play in view.legal_plays] == ["9", "A"]
    assert not view.is_barred(2)
    assert after(HANDS, "! ! ! ! ! ! ! ! !").view(2).is_barred(0)
    assert OVER.view(1).settlement == OVER.settlement
    with pytest.raises(RequestError):
        deal.view(4)


def test_own_and_unseen_cards_are_all_that_are_held() -> None:
    deal = after(HANDS, "3 4 5")
    held = NO_CARDS
    for hand in deal.hands:
        held = add(held, hand)
    for seat in SEATS:
        view = deal.view(seat)
        assert add(view.hand, view.unseen) == held
        assert sum(view.cards_left) == sum(held)


def test_the_partner_is_shown_to_a_player_who_is_out_and_only_while_he_plays() -> None:
    deal = after("3 49 59 69", "3")
    assert deal.view(0).partner_hand == parse_counts("59")
    assert deal.view(2).partner_hand is None
    assert OVER.view(0).partner_hand is None
    assert replace(deal, rules=RuleSet(partner_view=False)).view(0).partner_hand is None
