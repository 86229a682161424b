"""The result of a deal: every figure with what it was made of (rules §6, §7)."""

from dataclasses import replace
from typing import Final

from bot.locales import Texts, texts_for
from bot.pictures.models import Change, Contribution, ResultPicture, ResultRow
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import counts_text
from bot.screens.daily import SHOW
from bot.screens.drawn import drawn_name, drawn_team
from bot.screens.numbers import number_text, signed_text
from bot.screens.people import html_names, seat_html
from bot.screens.screen import Keyboard, Screen
from bot.screens.table import INDENT, MEDALS
from bot.screens.titles import rung_text, title_text
from bot.tables.seating import mapped
from bot.tables.state import BetweenDeals, FinishedDeal, Person, Result
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.deal import LogEntry, Played
from engine.scoring import ResultKind, ScoredBomb
from engine.seats import SEATS, Seat
from engine.titles import demotions, promotions, standing
from engine.tracking import shown_cards, sorted_hand, take
from engine.words.plays import bomb_text

KINDS: Final = {
    ResultKind.SHUANGKOU: "kind-shuangkou",
    ResultKind.DANKOU: "kind-dankou",
    ResultKind.PINGKOU: "kind-pingkou",
    ResultKind.VOID: "kind-void",
}
_KINDS_AT_LENGTH: Final = {
    ResultKind.SHUANGKOU: "kind-shuangkou-long",
    ResultKind.DANKOU: "kind-dankou-long",
    ResultKind.PINGKOU: "kind-pingkou-long",
    ResultKind.VOID: "kind-void",
}
"""With what the word means, where a result is first told."""
_STAY: Final = frozenset({ButtonAction.REPLAY, ButtonAction.REVIEW, ButtonAction.DAILY})
"""What a result goes on offering when its table has moved on."""
MOST_BOMBS: Final = 12
"""Bombs told one by one; a clumped deal can have more."""
_BOMBS_UNDER_PICTURE: Final = (3, 1, 0)
"""How many bombs are named under the picture, which shows them all; fewer where the text would be too long."""


def result_screen(state: BetweenDeals, deal: FinishedDeal, *, pictures: bool = True) -> Screen:
    """The message that ends a deal (`deal`), edited while people get ready for the next.

    Under a picture it says who won, how each sum comes about, whose bombs counted, and who rose or fell; alone also the
    totals and what everybody still held.
    """
    texts = texts_for(state.language)
    keyboard = _keyboard(state, deal, texts)
    ready = _ready_line(state, texts)
    if deal.settlement.kind is ResultKind.VOID:
        return Screen("\n".join([texts("result-void", number=str(deal.id)), *ready]), keyboard)

    def text(bombs: int, *, alone: bool = False) -> str:
        return "\n".join([*_result_lines(deal, texts, bombs=bombs, alone=alone, daily=bool(state.daily)), *ready])

    screen = Screen(text(MOST_BOMBS, alone=True), keyboard)
    if not pictures:
        return screen
    first, *shorter = map(text, _BOMBS_UNDER_PICTURE)
    under = replace(screen, text=first, alone=screen.text)
    return with_picture(under, _picture(deal, texts, daily=bool(state.daily)), shorter=shorter)


def past_result_screen(screen: Screen) -> Screen:
    """A result after which another deal, a lobby or the end of the table has come: looking back is still offered."""
    kept = (
        tuple(button for button in row if button.data and CallbackData.decode(button.data).action in _STAY)
        for row in screen.keyboard
    )
    return replace(screen, keyboard=tuple(row for row in kept if row))


def kind_text(kind: ResultKind, texts: Texts) -> str:
    """双扣, 单扣, 平扣 or 流局."""
    return texts(KINDS[kind])


def promoted_titles(before: int, after: int, texts: Texts) -> str:
    """The titles gained on the way up, lowest first; empty where there are none."""
    gained = len(promotions(before, after))
    low = standing(before).rung
    return " → ".join(rung_text(rung, texts) for rung in range(low, low + gained + 1)) if gained else ""


def demoted_title(before: int, after: int, texts: Texts) -> str:
    """The title that is left after a fall; empty where none was lost."""
    return title_text(after, texts) if demotions(before, after) else ""


def sum_text(deal: FinishedDeal, seat: Seat, texts: Texts) -> str:
    """Return how the points of a seat come about: 双扣 +300 · 贡献 −400 → −100."""
    kind, points = kind_text(deal.settlement.kind, texts), signed_text(deal.settlement.points[seat])
    if not any(deal.settlement.contribution):
        return texts("result-points", kind=kind, points=points)
    return texts(
        "result-sum",
        kind=kind,
        result=signed_text(deal.settlement.result[seat]),
        contribution=signed_text(deal.settlement.contribution[seat]),
        points=points,
    )


def bomb_lines(deal: FinishedDeal, texts: Texts, most: int = MOST_BOMBS) -> list[str]:
    """Whose bomb multiplied the result, and whose earn from the three others (rules §6), `most` of them by name."""
    lines = []
    bomb = deal.settlement.multiplier_bomb
    if bomb is not None:
        name = seat_html(deal, bomb.seat, texts)
        multiplied = scored_bomb_text(bomb, texts)
        lines.append(texts("result-multiplier", multiplier=deal.settlement.multiplier, name=name, bomb=multiplied))
    earning = [bomb for bomb in deal.settlement.bombs if bomb.units]
    named = [
        texts(
            "result-contribution-held" if bomb.held else "result-contribution",
            name=seat_html(deal, bomb.seat, texts),
            bomb=scored_bomb_text(bomb, texts),
            amount=number_text(bomb.units * deal.deal.rules.base_score),
        )
        for bomb in earning[:most]
    ]
    if named and len(earning) > most:
        named.append(texts("result-contributions-more", number=len(earning) - most))
    if named:
        lines.append(texts("result-contributions", bombs=texts("list-separator").join(named)))
    return lines


def _result_lines(deal: FinishedDeal, texts: Texts, *, bombs: int, alone: bool, daily: bool) -> list[str]:
    one, two = deal.settlement.winners or (0, 2)
    lines = [
        texts(
            "result-heading",
            kind=texts(_KINDS_AT_LENGTH[deal.settlement.kind]),
            number=str(deal.id),
            one=seat_html(deal, one, texts),
            two=seat_html(deal, two, texts),
        )
    ]
    changes = []
    for place, seat in enumerate(deal.settlement.places):
        name = seat_html(deal, seat, texts)
        points = sum_text(deal, seat, texts)
        lines.append(texts("result-row", place=MEDALS[place], name=name, points=points))
        if alone:
            lines += _details(deal, seat, texts)
        scores = deal.scores(seat)
        if scores is None:
            continue
        promoted, demoted = promoted_titles(*scores, texts), demoted_title(*scores, texts)
        if promoted:
            changes.append(texts("result-promoted", name=name, titles=promoted))
        if demoted:
            changes.append(texts("result-demoted", name=name, title=demoted))
    if alone:
        lines.append(_formula_text(deal, texts))
    lines += bomb_lines(deal, texts, bombs)
    if not deal.ranked:
        lines.append(texts("daily-own-points" if daily else "result-practice"))
    return lines + changes


def _details(deal: FinishedDeal, seat: Seat, texts: Texts) -> list[str]:
    """Return what only the picture shows where there is one: the new total, the cards still held."""
    details = []
    scores = deal.scores(seat)
    if scores is not None:
        total, title = number_text(scores[1]), title_text(scores[1], texts)
        details.append(texts("result-total", total=total, title=title))
    held = deal.deal.hands[seat]
    if any(held):
        details.append(texts("result-held", number=sum(held), cards=counts_text(held, texts, falling=True)))
    return [INDENT + detail for detail in details]


def _formula_text(deal: FinishedDeal, texts: Texts) -> str:
    figures: dict[str, str | int] = {
        "kind": kind_text(deal.settlement.kind, texts),
        "units": deal.settlement.units,
        "base": number_text(deal.deal.rules.base_score),
        "points": number_text(max(deal.settlement.result)),
    }
    if deal.settlement.multiplier_bomb is None:
        return texts("result-formula", **figures)
    return texts("result-formula-bomb", multiplier=deal.settlement.multiplier, **figures)


def scored_bomb_text(bomb: ScoredBomb, texts: Texts) -> str:
    """A bomb of a settlement: its cards, its phases, and where they were capped what they counted as."""
    if bomb.play is None:
        return texts("bomb-natural", phases=bomb.phases)
    cards, phases = counts_text(bomb.play.cards, texts), bomb_text(bomb.play, texts)
    if bomb.counted != bomb.phases:
        return texts("result-bomb-capped", cards=cards, bomb=phases, counted=bomb.counted)
    return texts("result-bomb", cards=cards, bomb=phases)


def _ready_line(state: BetweenDeals, texts: Texts) -> list[str]:
    if not isinstance(state, Result) or not state.ready:
        return []
    occupants = mapped(lambda chair: chair.occupant if chair else None, state.places)
    names = [
        name
        for name, occupant in zip(html_names(occupants, texts), occupants, strict=True)
        if isinstance(occupant, Person) and occupant.id in state.ready
    ]
    separator = texts("list-separator")
    return [texts("result-ready", names=separator.join(names), ready=len(names), needed=len(state.people))]


def _keyboard(state: BetweenDeals, deal: FinishedDeal, texts: Texts) -> Keyboard:
    replay = tap_button(texts("button-replay"), CallbackData(ButtonAction.REPLAY, arg=str(deal.id)))
    review = tap_button(texts("button-review"), CallbackData(ButtonAction.REVIEW, arg=str(deal.id)))
    if state.daily:
        compare = CallbackData(ButtonAction.DAILY, state.id, arg=f"{SHOW}.{state.daily}")
        return (tap_button(texts("button-daily-compare"), compare, "primary"),), (replay,)
    ready = len(state.ready) if isinstance(state, Result) else 0
    label = texts("button-again-count", ready=ready, needed=len(state.people)) if ready else texts("button-again")
    return (
        (tap_button(label, CallbackData(ButtonAction.AGAIN, state.id, deal.number), "primary"),),
        (
            replay,
            review,
            tap_button(texts("button-dissolve"), CallbackData(ButtonAction.DISSOLVE, state.id, deal.number), "danger"),
        ),
    )


def _picture(deal: FinishedDeal, texts: Texts, *, daily: bool) -> ResultPicture:
    one, two = deal.settlement.winners or (0, 2)
    bomb = deal.settlement.multiplier_bomb
    earning = [item for item in deal.settlement.bombs if item.units]
    cards = _bomb_cards(deal)
    formula = f"{deal.settlement.units} × {deal.settlement.multiplier} × {number_text(deal.deal.rules.base_score)}"
    return ResultPicture(
        heading=kind_text(deal.settlement.kind, texts),
        winner=drawn_team(one),
        subheading=texts("picture-winners", one=drawn_name(deal, one, texts), two=drawn_name(deal, two, texts)),
        multiplier=texts("picture-multiplier", multiplier=deal.settlement.multiplier) if bomb else "",
        formula=f"{formula} = {number_text(max(deal.settlement.result))}",
        bomb=cards.get(id(bomb), ()) if bomb else (),
        bomb_text=_multiplying_text(deal, bomb, texts) if bomb else "",
        rows=tuple(_picture_row(deal, place, seat, texts) for place, seat in enumerate(deal.settlement.places)),
        total_label=texts("picture-total"),
        contributions_label=texts("picture-contributions") if earning else "",
        contributions=tuple(_picture_contribution(deal, item, cards, texts) for item in earning),
        footer=(texts("picture-daily" if daily else "picture-practice"),) if not deal.ranked else (),
    )


def _multiplying_text(deal: FinishedDeal, bomb: ScoredBomb, texts: Texts) -> str:
    phases = bomb_text(bomb.play, texts) if bomb.play else texts("bomb-natural", phases=bomb.phases)
    return texts("picture-bomb-of", name=drawn_name(deal, bomb.seat, texts), bomb=phases)


def _picture_row(deal: FinishedDeal, place: int, seat: Seat, texts: Texts) -> ResultRow:
    scores = deal.scores(seat)
    change = Change.NONE
    if scores is not None:
        before, after = (standing(score).rung for score in scores)
        change = Change.PROMOTED if after > before else Change.DEMOTED if after < before else Change.NONE
    detail = ""
    if any(deal.settlement.contribution):
        detail = texts(
            "picture-sum",
            kind=kind_text(deal.settlement.kind, texts),
            result=signed_text(deal.settlement.result[seat]),
            contribution=signed_text(deal.settlement.contribution[seat]),
        )
    held = deal.hand(seat)
    return ResultRow(
        place=str(place + 1),
        name=drawn_name(deal, seat, texts),
        team=drawn_team(seat),
        title=title_text(scores[1], texts) if scores is not None else "",
        change=change,
        detail=detail,
        points=deal.settlement.points[seat],
        total=scores[1] if scores is not None else None,
        held=tuple(card.notation for card in held),
        held_text=texts("picture-left", number=len(held)) if held else "",
    )


def _picture_contribution(
    deal: FinishedDeal, bomb: ScoredBomb, cards: dict[int, tuple[str, ...]], texts: Texts
) -> Contribution:
    phases = bomb_text(bomb.play, texts) if bomb.play else texts("bomb-natural", phases=bomb.phases)
    how = texts("picture-held") if bomb.held else texts("picture-played")
    return Contribution(
        name=drawn_name(deal, bomb.seat, texts),
        team=drawn_team(bomb.seat),
        cards=cards.get(id(bomb), ()),
        text=texts("picture-bomb", bomb=phases, how=how),
        points=(len(SEATS) - 1) * bomb.units * deal.deal.rules.base_score,
    )


def _bomb_cards(deal: FinishedDeal) -> dict[int, tuple[str, ...]]:
    """The physical cards of every bomb of a settlement, by identity of the bomb: those that were played from the log,
    those still held from the hands.
    """
    shown = shown_cards(deal.dealt.seated_hands, deal.deal.log)
    played = iter([cards for entry, cards in zip(deal.deal.log, shown, strict=True) if _is_bomb(entry)])
    hands = [sorted_hand(deal.hand(seat)) for seat in SEATS]
    found: dict[int, tuple[str, ...]] = {}
    for bomb in deal.settlement.bombs:
        if bomb.held and bomb.play is not None:
            cards, hands[bomb.seat] = take(hands[bomb.seat], bomb.play.cards)
        else:
            cards = next(played, ())
        found[id(bomb)] = tuple(card.notation for card in cards)
    return found


def _is_bomb(entry: LogEntry) -> bool:
    return isinstance(entry, Played) and entry.play.is_bomb
