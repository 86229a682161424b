"""What a view of a seat, and one for everybody, lead to: nothing that is hidden from whom it is for."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

import pytest

from bot.tables.state import Playing
from bot.tables.view import public_view
from engine.cards import Card
from engine.deal import Deal
from engine.players import Strength
from engine.ruleset import RuleSet
from engine.seats import SEATS, partner_of
from engine.shuffle import Dealt
from engine.tracking import shown_cards
from tests.bot.screens.scenes import SEEDS, deal_of, dealt, finished, public, seen_from, table, whole_deal


def reachable(thing: object) -> Iterator[object]:
    """Everything that a value leads to."""
    yield thing
    if is_dataclass(thing) and not isinstance(thing, type):
        for one in fields(thing):
            yield from reachable(getattr(thing, one.name))
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from reachable(key)
            yield from reachable(value)
    elif isinstance(thing, tuple | list | frozenset | set):
        for item in thing:
            yield from reachable(item)


def cards_in(thing: object) -> set[Card]:
    return {one for one in reachable(thing) if isinstance(one, Card)}


@pytest.mark.parametrize("partner_view", [True, False])
def test_a_view_leads_to_no_hidden_hand_and_to_no_seed(partner_view: bool) -> None:
    states = 0
    for state in whole_deal(table(rules=RuleSet(partner_view=partner_view)), SEEDS[0]):
        deal = deal_of(state)
        shown = {card for cards in shown_cards(deal.dealt.seated_hands, deal.deal.log) for card in cards}
        if not deal.deal.log:
            shown.add(deal.dealt.opening)  # it lies face up
        held = [set(deal.hand(seat)) for seat in SEATS]
        everybody = public(state)
        assert cards_in(everybody) <= shown
        for seat in SEATS:
            view = seen_from(state, seat)
            allowed = held[seat]
            if partner_view and not held[seat]:
                allowed = held[partner_of(seat)]
            assert cards_in(view) - shown == allowed - shown
            assert view.hand == deal.hand(seat)
            for one in (everybody, view):
                found = list(reachable(one))
                assert not any(isinstance(thing, Deal | Dealt | Playing) for thing in found)
                assert not {deal.seed, deal.server_seed} & {thing for thing in found if isinstance(thing, bytes)}
        states += 1
    assert states > 40


def test_the_others_are_known_by_name_and_score_alone() -> None:
    state = dealt(table(), SEEDS[0])
    for chair in public(state).chairs:
        assert chair.person is not None
        assert chair.person.telegram_id == 0
        assert chair.person == replace(chair.person, language=table().language, pictures=True, notices=True)


def test_a_view_is_for_a_person() -> None:
    state = dealt(table(computers=(0, 1, 2)), SEEDS[0])
    seat = next(seat for seat, chair in enumerate(state.live.chairs) if chair.person is None)
    with pytest.raises(ValueError, match="computer player"):
        seen_from(state, seat)


def test_what_was_played_last_is_shown_with_its_cards() -> None:
    for state in whole_deal(table(), SEEDS[1]):
        deal = deal_of(state)
        cards = shown_cards(deal.dealt.seated_hands, deal.deal.log)
        start = deal.deal.trick_start
        last = {entry.seat: (entry, shown) for entry, shown in zip(deal.deal.log[start:], cards[start:], strict=True)}
        assert dict(public(state).last_actions) == last


def test_ones_own_part_of_the_result_comes_with_the_end() -> None:
    *running, result, ready = whole_deal(table(), SEEDS[0])
    assert all(seen_from(state, 0).result is None for state in running)
    deal = finished(result)
    for seat in SEATS:
        own = seen_from(result, seat).result
        assert own is not None
        assert own.may_get_ready
        assert not own.is_ready
        assert own.scores is not None
        assert own.scores[1] - own.scores[0] == deal.settlement.points[seat]
    assert sum(bool((own := seen_from(ready, seat).result) and own.is_ready) for seat in SEATS) == 2
    assert public_view(result, deal).is_over


def test_computers_and_their_strength_are_known() -> None:
    chairs = public(dealt(table(computers=(2,)), SEEDS[0])).chairs
    assert [chair.occupant.strength for chair in chairs if chair.person is None] == [Strength.PLANNER]  # type: ignore[union-attr]  # no person
