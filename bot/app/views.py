"""Views of a table for the page, in the viewer's language, made from what that person may know.

A deal that is played reaches this module as a `PublicView`, or for somebody who plays it as a `SeatView`: there is
nothing in either that would have to be kept from them. A deal that is over is open to all.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from bot.app.protocol import (
    ActionTold,
    Can,
    ChairTold,
    ClockTold,
    Did,
    GroupTold,
    HandTold,
    LobbyTold,
    Position,
    QuickTold,
    ReadingTold,
    ResultRow,
    ResultTold,
    SeatTold,
    TableTold,
)
from bot.locales import Texts
from bot.screens.cards import key_text, play_label, remark_text
from bot.screens.chat_settings import rules_line
from bot.screens.hand import selection_text
from bot.screens.hand_keys import MOST_SUGGESTIONS
from bot.screens.lobby import counts_line
from bot.screens.numbers import number_text, signed_text
from bot.screens.people import isolated, names_of, seat_name, strength_text
from bot.screens.result import demoted_title, kind_text, promoted_titles, scored_bomb_text
from bot.screens.table import place_text, state_text
from bot.screens.titles import title_text
from bot.tables.state import Chair, Computer, FinishedDeal, Lobby, Occupant, Playing, Result, TableState
from bot.tables.table import Table
from bot.tables.view import PublicView, SeatView, Shown, public_view, seat_view
from engine.cards import NO_CARDS, RANKS, Card, Counts, format_counts
from engine.deal import TIMEOUTS_TO_BAR, Passed, Played, View
from engine.players.decomposition import decompose
from engine.players.hints import suggestions
from engine.plays import Play
from engine.reading import choices
from engine.ruleset import RuleSet
from engine.scoring import ResultKind
from engine.seats import SEATS, Seat, partner_of, team_of, turns_after
from engine.tracking import take
from engine.words.plays import reading_text
from storage import Autopilot

_ROUND: Final = (Position.RIGHT, Position.TOP, Position.LEFT, Position.BOTTOM)
"""Where the seats are whose turns come after the viewer's own, which is the last of them."""
BY_RANK, BY_SIZE, BY_PLAN = "by_rank", "by_size", "by_plan"
_REMEMBERED: Final = 4096


def table_told(table: Table, person_id: int, texts: Texts) -> TableTold:
    """Return a table as one person may see it: at their own seat, or looking on."""
    state = table.state
    match state:
        case Playing(live=live):
            seat = live.seat_of(person_id)
            if seat is None:
                return _deal_told(public_view(state, live), None, texts)
            view = seat_view(state, live, seat, table.hand(person_id))
            return _deal_told(view.public, view, texts)
        case Result(latest=latest):
            return _result_told(state, latest, person_id, texts)
        case Lobby():
            return _lobby_told(state, person_id, texts)


# A deal that is played


def _deal_told(public: PublicView, own: SeatView | None, texts: Texts) -> TableTold:
    viewer = own.seat if own is not None else SEATS[0]
    return TableTold(
        table=public.table_id,
        deal=public.deal_number,
        turn=public.turn,
        heading=_heading(public, texts),
        rules=rules_line(public.rules, texts),
        can=_can(own) if own is not None else (),
        status=_status(public, own, texts),
        notes=_notes(public, texts),
        inherited=_is_inherited(public),
        clock=_clock(public),
        seats=_seats(public, viewer, texts),
        hand=_hand(own, texts) if own is not None else None,
    )


def _heading(public: PublicView, texts: Texts) -> str:
    heading = texts("app-heading", number=str(public.deal_id), base=number_text(public.rules.base_score))
    if not public.practice:
        return heading
    return heading + texts("daily-table" if public.is_daily else "table-practice")


def _seats(public: PublicView, viewer: Seat, texts: Texts) -> tuple[SeatTold, ...]:
    places = {entry.seat: place for place, entry in enumerate(public.log)}
    return tuple(
        SeatTold(
            position=position,
            name=seat_name(public, seat, texts),
            title=_rank_of(public.chairs[seat].occupant, texts),
            team=team_of(seat),
            is_computer=public.chairs[seat].person is None,
            left=public.cards_left[seat],
            state=state_text(public, seat, texts),
            is_out=seat in public.order,
            is_to_act=public.to_act == seat,
            action=_action(public.last_actions.get(seat), places.get(seat, 0), texts),
        )
        for seat, position in zip(turns_after(viewer), _ROUND, strict=True)
    )


def _rank_of(occupant: Occupant, texts: Texts) -> str:
    """The title of a person, the strength of a computer player."""
    if isinstance(occupant, Computer):
        return strength_text(occupant.strength, texts)
    return title_text(occupant.score, texts)


def _action(shown: Shown | None, place: int, texts: Texts) -> ActionTold | None:
    if shown is None:
        return None
    match shown.entry:
        case Played(_, play):
            text = remark_text(play, texts) or reading_text(play, texts)
            return ActionTold(at=place, did=Did.PLAYED, cards=_names(shown.cards), text=text, phases=play.phases)
        case Passed():
            return ActionTold(at=place, did=Did.PASSED, text=texts("table-passed"))
        case _:
            return ActionTold(at=place, did=Did.TIMED_OUT, text=texts("table-timed-out"))


def _status(public: PublicView, own: SeatView | None, texts: Texts) -> str:
    seat = public.to_act
    if seat is None:
        return ""
    if own is not None and own.is_to_act and not public.chairs[seat].plays_itself:
        if public.to_beat is None or public.to_beat_by is None:
            return texts("app-lead")
        message = "app-follow-partner" if public.to_beat_by == partner_of(seat) else "app-follow"
        return texts(message, name=_name(public, public.to_beat_by, texts), play=reading_text(public.to_beat, texts))
    name = _name(public, seat, texts)
    return texts("app-thinks" if public.chairs[seat].plays_itself else "app-waits", name=name)


def _notes(public: PublicView, texts: Texts) -> tuple[str, ...]:
    notes = []
    won = public.trick_won
    if won is not None and isinstance(won.entry, Played):
        winner, play = _name(public, won.entry.seat, texts), reading_text(won.entry.play, texts)
        notes.append(texts("table-last-trick", name=winner, play=play))
        if _is_inherited(public) and public.to_act is not None:
            notes.append(texts("table-inherited", leader=_name(public, public.to_act, texts), winner=winner))
    if public.end_votes:
        notes.append(texts("table-votes", votes=public.end_votes, needed=public.voters))
    return tuple(notes)


def _is_inherited(public: PublicView) -> bool:
    won = public.trick_won
    return won is not None and won.entry.seat in public.order and public.to_act == partner_of(won.entry.seat)


def _clock(public: PublicView) -> ClockTold | None:
    if public.deadline_date is None:
        return None
    return ClockTold(deadline=public.deadline_date, seconds=public.rules.turn_seconds)


def _name(public: PublicView, seat: Seat, texts: Texts) -> str:
    """A name within a sentence."""
    return isolated(seat_name(public, seat, texts))


# The viewer's own hand


def _can(own: SeatView) -> tuple[Can, ...]:
    if own.seat in own.public.order or own.seat in own.public.barred:
        return ()
    if own.chair.autopilot is not None:
        return (Can.AUTOPILOT_OFF,)
    always = (Can.SELECT, Can.MEMORY, Can.AUTOPILOT_ON)
    if not own.is_to_act:
        return always
    passing = () if own.own.is_leading else (Can.PASS,)
    if not _quick_plays(own.own):
        return (*passing, *always)
    hint = () if own.public.is_daily else (Can.HINT,)  # in the deal of a day nobody is helped
    return (Can.PLAY, *passing, *hint, *always)


def _hand(view: SeatView, texts: Texts) -> HandTold:
    own, rules, selected = view.own, view.public.rules, view.selection.selected
    to_beat = own.to_beat if view.is_to_act else None
    readings = choices(selected, to_beat, rules) if any(selected) else ()
    plays_itself = view.chair.autopilot is not None or view.seat in view.public.barred
    return HandTold(
        orders=_orders(view.hand, own.hand, rules),
        order=BY_SIZE if view.person.sort_by_count else BY_RANK,
        selected=format_counts(selected),
        says=selection_text(view, texts) if any(selected) and not plays_itself else "",
        is_playable=view.is_to_act and bool(readings),
        readings=tuple(
            ReadingTold(reading=play.type, label=texts("button-play-as", play=reading_text(play, texts)))
            for play in readings
            if len(readings) > 1
        ),
        quick=tuple(_quick(play, own, texts) for play in _quick_plays(own))
        if view.is_to_act and not plays_itself and not view.public.is_daily
        else (),
        unseen=_unseen(own.unseen, texts) if view.selection.memory_open else None,
        status=_hand_status(view, texts),
        partner=_names(reversed(view.partner_hand)) if view.partner_hand is not None else None,
    )


def _hand_status(view: SeatView, texts: Texts) -> str:
    public, seat = view.public, view.seat
    if seat in public.order:
        out = texts("hand-out", place=place_text(public.order.index(seat) + 1, texts))
        return out if view.partner_hand is not None or public.rules.partner_view else texts("hand-partner-hidden")
    if seat in public.barred:
        return texts("hand-barred")
    if view.chair.autopilot is not None:
        leaves = view.chair.autopilot is Autopilot.LEFT
        return texts("app-leaving") if leaves else texts("app-autopilot")
    if view.is_to_act and not _quick_plays(view.own):
        return texts("app-nothing-beats")
    if public.timeouts[seat]:
        return texts("hand-timeouts", times=public.timeouts[seat], most=TIMEOUTS_TO_BAR)
    return "" if view.is_to_act else texts("app-early")


def _quick(play: Play, own: View, texts: Texts) -> QuickTold:
    is_ambiguous = len(choices(play.cards, own.to_beat, own.rules)) > 1
    return QuickTold(
        cards=format_counts(play.cards),
        reading=play.type if is_ambiguous else None,
        label=play_label(play, texts),
        is_bomb=play.is_bomb,
    )


def _unseen(counts: Counts, texts: Texts) -> tuple[tuple[str, int], ...]:
    pairs = zip(RANKS, counts, strict=True)
    return tuple((key_text(rank, texts), number) for rank, number in reversed(tuple(pairs)))


@lru_cache(maxsize=_REMEMBERED)
def _quick_plays(own: View) -> tuple[Play, ...]:
    """The one-tap plays of whoever is to act, worked out once a turn."""
    return suggestions(own, MOST_SUGGESTIONS)


@lru_cache(maxsize=_REMEMBERED)
def _orders(hand: tuple[Card, ...], counts: Counts, rules: RuleSet) -> dict[str, tuple[GroupTold, ...]]:
    """A hand in its three orders, from the jokers and the largest down."""
    by_rank = []
    left: Sequence[Card] = hand
    for slot, number in enumerate(counts):
        if number:
            group = bytearray(NO_CARDS)
            group[slot] = number
            taken, left = take(left, bytes(group))
            by_rank.append(GroupTold(cards=_names(taken), is_bomb=_is_bomb(bytes(group), rules)))
    by_rank.reverse()
    by_plan, left = [], hand
    for play in sorted(decompose(counts, rules).plays, key=lambda play: (play.is_bomb, play.top or 0, play.size)):
        taken, left = take(left, play.cards)
        by_plan.append(GroupTold(cards=_names(taken), is_bomb=play.is_bomb))
    by_plan.reverse()
    by_size = sorted(by_rank, key=lambda group: len(group.cards), reverse=True)
    return {BY_RANK: tuple(by_rank), BY_SIZE: tuple(by_size), BY_PLAN: tuple(by_plan)}


def _is_bomb(counts: Counts, rules: RuleSet) -> bool:
    return any(play.is_bomb for play in choices(counts, None, rules))


# Between deals


def _result_told(state: Result, deal: FinishedDeal, person_id: int, texts: Texts) -> TableTold:
    public = public_view(state, deal)
    seat = deal.seat_of(person_id)
    is_seated = state.place_of(person_id) is not None
    can = [Can.LEAVE] if is_seated else []
    if is_seated and person_id not in state.ready and not state.daily:
        can.insert(0, Can.AGAIN)
    return TableTold(
        table=state.id,
        deal=deal.number,
        turn=deal.turn,
        heading=_heading(public, texts),
        rules=rules_line(state.rules, texts),
        can=tuple(can),
        status="",
        seats=_seats(public, seat if seat is not None else SEATS[0], texts),
        result=_deal_result(state, deal, public, texts),
    )


def _deal_result(state: Result, deal: FinishedDeal, public: PublicView, texts: Texts) -> ResultTold:
    settlement = deal.settlement
    ready = [
        isolated(name)
        for chair, name in zip(state.places, names_of(_occupants(state), texts), strict=True)
        if chair is not None and chair.person is not None and chair.person.id in state.ready
    ]
    told = texts("list-separator").join(ready)
    return ResultTold(
        heading=_result_heading(deal, public, texts),
        rows=tuple(_row(deal, public, place, seat, texts) for place, seat in enumerate(settlement.places, 1)),
        notes=_result_notes(deal, public, texts),
        ready=texts("result-ready", names=told, ready=len(ready), needed=len(state.people)) if ready else "",
    )


def _result_heading(deal: FinishedDeal, public: PublicView, texts: Texts) -> str:
    kind = kind_text(deal.settlement.kind, texts)
    if deal.settlement.winners is None:
        return kind
    one, two = (_name(public, seat, texts) for seat in deal.settlement.winners)
    return texts("app-result", kind=kind, winners=texts("picture-winners", one=one, two=two))


def _row(deal: FinishedDeal, public: PublicView, place: int, seat: Seat, texts: Texts) -> ResultRow:
    settlement, scores = deal.settlement, deal.scores(seat)
    detail = total = news = ""
    if any(settlement.contribution):
        result, contribution = signed_text(settlement.result[seat]), signed_text(settlement.contribution[seat])
        detail = texts("picture-sum", kind=kind_text(settlement.kind, texts), result=result, contribution=contribution)
    if scores is not None:
        total = texts("result-total", total=number_text(scores[1]), title=title_text(scores[1], texts))
        promoted, demoted = promoted_titles(*scores, texts), demoted_title(*scores, texts)
        if promoted:
            news = texts("over-promoted", titles=promoted)
        elif demoted:
            news = texts("over-demoted", title=demoted)
    return ResultRow(
        place=place_text(place, texts) if settlement.kind is not ResultKind.VOID else "",
        name=seat_name(public, seat, texts),
        team=team_of(seat),
        points=signed_text(settlement.points[seat]),
        detail=detail,
        total=total,
        news=news,
        held=_names(reversed(deal.hand(seat))),
    )


def _result_notes(deal: FinishedDeal, public: PublicView, texts: Texts) -> tuple[str, ...]:
    notes, settlement = [], deal.settlement
    bomb = settlement.multiplier_bomb
    if bomb is not None:
        name, text = _name(public, bomb.seat, texts), scored_bomb_text(bomb, texts)
        notes.append(texts("result-multiplier", multiplier=settlement.multiplier, name=name, bomb=text))
    for earning in settlement.bombs:
        if earning.units:
            message = "result-contribution-held" if earning.held else "result-contribution"
            name, amount = _name(public, earning.seat, texts), number_text(earning.units * deal.deal.rules.base_score)
            notes.append(texts(message, name=name, bomb=scored_bomb_text(earning, texts), amount=amount))
    if not deal.ranked:
        notes.append(texts("daily-own-points" if public.is_daily else "result-practice"))
    return tuple(notes)


def _lobby_told(state: Lobby, person_id: int, texts: Texts) -> TableTold:
    missing = state.places.count(None)
    status = texts("lobby-needs", number=missing) if missing else texts("lobby-full")
    names = names_of(_occupants(state), texts)
    return TableTold(
        table=state.id,
        deal=state.deal_number,
        turn=0,
        heading=texts("app-lobby"),
        rules=rules_line(state.rules, texts),
        can=_lobby_can(state, person_id),
        status=status,
        lobby=LobbyTold(
            heading=status,
            chairs=tuple(
                _chair(chair, name, person_id, texts) for chair, name in zip(state.places, names, strict=True)
            ),
            notes=(counts_line(state, texts),),
        ),
    )


def _lobby_can(state: Lobby, person_id: int) -> tuple[Can, ...]:
    has_room = len(state.people) < len(state.places)
    if state.place_of(person_id) is None:
        return (Can.JOIN,) if has_room else ()
    can = [Can.START] if state.is_full else []
    if not state.is_full and (state.options.computers or state.practice):
        can.append(Can.FILL)
    return (*can, Can.LEAVE)


def _chair(chair: Chair | None, name: str, person_id: int, texts: Texts) -> ChairTold:
    if chair is None:
        return ChairTold(name="", title="", is_free=True, is_computer=False, is_me=False)
    person = chair.person
    return ChairTold(
        name=name,
        title=_rank_of(chair.occupant, texts),
        is_free=False,
        is_computer=person is None,
        is_me=person is not None and person.id == person_id,
    )


def _occupants(state: TableState) -> tuple[Occupant | None, ...]:
    return tuple(chair.occupant if chair is not None else None for chair in state.places)


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
