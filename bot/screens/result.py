"""The result of a deal: every figure with what it was made of (rules §6, §7)."""

from dataclasses import replace
from typing import Final

from bot.locales import Texts, texts_for
from bot.pictures.models import Change, Contribution, ResultPicture, ResultRow
from bot.screens.buttons import tap_button
from bot.screens.captions import with_picture
from bot.screens.cards import bomb_text, counts_text
from bot.screens.drawn import drawn_name, drawn_team
from bot.screens.numbers import number_text, signed_text
from bot.screens.people import html_names, seat_html
from bot.screens.screen import Keyboard, Screen, folded
from bot.screens.table import MEDALS
from bot.screens.titles import rung_text, title_text
from bot.tables.seating import mapped
from bot.tables.state import BetweenDeals, FinishedDeal, Person, Result
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.deal import LogEntry, Played
from engine.scoring import ResultKind, ScoredBomb
from engine.seats import SEATS, Seat
from engine.titles import demotions, promotions, standing
from engine.tracking import shown_cards, sorted_hand, take

KINDS: Final = {
    ResultKind.SHUANGKOU: "kind-shuangkou",
    ResultKind.DANKOU: "kind-dankou",
    ResultKind.PINGKOU: "kind-pingkou",
    ResultKind.VOID: "kind-void",
}
MOST_CONTRIBUTIONS: Final = 12
"""Contributions told one by one; a clumped deal can have more."""


def result_screen(state: BetweenDeals, deal: FinishedDeal, *, pictures: bool = True) -> Screen:
    """The message that ends a deal (`deal`), edited while people get ready for the next."""
    texts = texts_for(state.language)
    if deal.settlement.kind is ResultKind.VOID:
        lines = [texts("result-void", number=deal.number)]
    else:
        lines = _result_lines(deal, texts)
    proof = [texts("result-seed", seed=(deal.server_seed or deal.seed).hex())]
    if isinstance(state, Result):  # committed to before anybody taps for it
        proof.append(texts("result-next-commitment", commitment=state.commitment))
    lines += ["", texts("result-verify"), folded("\n".join(proof))]
    if isinstance(state, Result) and state.ready:
        lines += ["", _ready_line(state, texts)]
    screen = Screen("\n".join(lines), _keyboard(state, deal, texts))
    if not pictures or deal.settlement.kind is ResultKind.VOID:
        return screen
    return with_picture(screen, _picture(deal, texts))


def past_result_screen(screen: Screen) -> Screen:
    """A result after which another deal, a lobby or the end of the table has come: only its replay is still offered."""
    kept = (
        tuple(
            button for button in row if button.data and CallbackData.decode(button.data).action is ButtonAction.REPLAY
        )
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


def _result_lines(deal: FinishedDeal, texts: Texts) -> list[str]:
    one, two = deal.settlement.winners or (0, 2)
    lines = [
        texts("result-heading", kind=kind_text(deal.settlement.kind, texts), number=deal.number),
        texts("result-winners", one=seat_html(deal, one, texts), two=seat_html(deal, two, texts)),
        "",
    ]
    changes = []
    for place, seat in enumerate(deal.settlement.places):
        name = seat_html(deal, seat, texts)
        points = signed_text(deal.settlement.points[seat])
        lines.append(texts("result-row", place=MEDALS[place], name=name, points=points))
        details = _details(deal, seat, texts)
        if details:
            lines.append("\u3000 " + details)
        scores = deal.scores(seat)
        if scores is None:
            continue
        promoted, demoted = promoted_titles(*scores, texts), demoted_title(*scores, texts)
        if promoted:
            changes.append(texts("result-promoted", name=name, titles=promoted))
        if demoted:
            changes.append(texts("result-demoted", name=name, title=demoted))
    if not deal.ranked:
        lines.append(texts("result-practice"))
    lines += changes
    lines += ["", *_formula_lines(deal, texts)]
    contributions = _contribution_lines(deal, texts)
    return [*lines, "", *contributions] if contributions else lines


def _details(deal: FinishedDeal, seat: Seat, texts: Texts) -> str:
    parts = []
    if any(deal.settlement.contribution):
        result, contribution = deal.settlement.result[seat], deal.settlement.contribution[seat]
        parts.append(texts("result-split", result=signed_text(result), contribution=signed_text(contribution)))
    scores = deal.scores(seat)
    if scores is not None:
        total, title = number_text(scores[1]), title_text(scores[1], texts)
        parts.append(texts("result-total", total=total, title=title))
    return " · ".join(parts)


def _formula_lines(deal: FinishedDeal, texts: Texts) -> list[str]:
    bomb = deal.settlement.multiplier_bomb
    figures: dict[str, str | int] = {
        "kind": kind_text(deal.settlement.kind, texts),
        "units": deal.settlement.units,
        "base": number_text(deal.deal.rules.base_score),
        "points": number_text(max(deal.settlement.result)),
    }
    if bomb is None:
        return [texts("result-formula", **figures)]
    return [
        texts("result-formula-bomb", multiplier=deal.settlement.multiplier, **figures),
        texts("result-multiplier", name=seat_html(deal, bomb.seat, texts), bomb=scored_bomb_text(bomb, texts)),
    ]


def scored_bomb_text(bomb: ScoredBomb, texts: Texts) -> str:
    """A bomb of a settlement: its cards, its phases, and where they were capped what they counted as."""
    if bomb.play is None:
        return texts("bomb-natural", phases=bomb.phases)
    cards, phases = counts_text(bomb.play.cards, texts), bomb_text(bomb.play, texts)
    if bomb.counted != bomb.phases:
        return texts("result-bomb-capped", cards=cards, bomb=phases, counted=bomb.counted)
    return texts("result-bomb", cards=cards, bomb=phases)


def _contribution_lines(deal: FinishedDeal, texts: Texts) -> list[str]:
    earning = [bomb for bomb in deal.settlement.bombs if bomb.units]
    if not earning:
        return []
    lines = [texts("result-contributions")]
    lines += [
        texts(
            "result-contribution-held" if bomb.held else "result-contribution",
            name=seat_html(deal, bomb.seat, texts),
            bomb=scored_bomb_text(bomb, texts),
            amount=number_text(bomb.units * deal.deal.rules.base_score),
        )
        for bomb in earning[:MOST_CONTRIBUTIONS]
    ]
    if len(earning) > MOST_CONTRIBUTIONS:
        lines.append(texts("result-contributions-more", number=len(earning) - MOST_CONTRIBUTIONS))
    return lines


def _ready_line(state: Result, texts: Texts) -> str:
    occupants = mapped(lambda chair: chair.occupant if chair else None, state.places)
    names = [
        name
        for name, occupant in zip(html_names(occupants, texts), occupants, strict=True)
        if isinstance(occupant, Person) and occupant.id in state.ready
    ]
    names_text = texts("list-separator").join(names)
    return texts("result-ready", names=names_text, ready=len(names), needed=len(state.people))


def _keyboard(state: BetweenDeals, deal: FinishedDeal, texts: Texts) -> Keyboard:
    ready = len(state.ready) if isinstance(state, Result) else 0
    label = texts("button-again-count", ready=ready, needed=len(state.people)) if ready else texts("button-again")
    return (
        (tap_button(label, CallbackData(ButtonAction.AGAIN, state.id, deal.number), "primary"),),
        (
            tap_button(texts("button-replay"), CallbackData(ButtonAction.REPLAY, arg=str(deal.id))),
            tap_button(texts("button-dissolve"), CallbackData(ButtonAction.DISSOLVE, state.id, deal.number), "danger"),
        ),
    )


def _picture(deal: FinishedDeal, texts: Texts) -> ResultPicture:
    one, two = deal.settlement.winners or (0, 2)
    bomb = deal.settlement.multiplier_bomb
    earning = [item for item in deal.settlement.bombs if item.units]
    cards = _bomb_cards(deal)
    practice = not deal.ranked
    formula = f"{deal.settlement.units} × {deal.settlement.multiplier} × {number_text(deal.deal.rules.base_score)}"
    return ResultPicture(
        heading=kind_text(deal.settlement.kind, texts),
        winner=drawn_team(one),
        subheading=texts("picture-winners", one=drawn_name(deal, one, texts), two=drawn_name(deal, two, texts)),
        multiplier=texts("picture-multiplier", multiplier=deal.settlement.multiplier) if bomb else "",
        formula=f"{formula} = {number_text(max(deal.settlement.result))}",
        bomb=cards.get(id(bomb), ()) if bomb else (),
        bomb_text=bomb_text(bomb.play, texts) if bomb and bomb.play else "",
        rows=tuple(_picture_row(deal, place, seat, texts) for place, seat in enumerate(deal.settlement.places)),
        total_label=texts("picture-total"),
        contributions_label=texts("picture-contributions") if earning else "",
        contributions=tuple(_picture_contribution(deal, item, cards, texts) for item in earning),
        footer=(texts("picture-practice"),) if practice else (),
    )


def _picture_row(deal: FinishedDeal, place: int, seat: Seat, texts: Texts) -> ResultRow:
    scores = deal.scores(seat)
    change = Change.NONE
    if scores is not None:
        before, after = (standing(score).rung for score in scores)
        change = Change.PROMOTED if after > before else Change.DEMOTED if after < before else Change.NONE
    detail = ""
    if any(deal.settlement.contribution):
        detail = f"{signed_text(deal.settlement.result[seat])} {signed_text(deal.settlement.contribution[seat])}"
    return ResultRow(
        place=str(place + 1),
        name=drawn_name(deal, seat, texts),
        team=drawn_team(seat),
        title=title_text(scores[1], texts) if scores is not None else "",
        change=change,
        detail=detail,
        points=deal.settlement.points[seat],
        total=scores[1] if scores is not None else None,
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
