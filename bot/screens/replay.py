"""Stepping through a finished deal, all four hands open, and the proof that it was dealt fairly."""

import html
from collections.abc import Sequence
from typing import Final

from bot.locales import Texts, texts_for
from bot.review.reviewer import Mistake
from bot.screens.buttons import tap_button
from bot.screens.cards import hand_lines
from bot.screens.models import Verification
from bot.screens.people import seat_html
from bot.screens.result import kind_text
from bot.screens.review import MARK, mark_line
from bot.screens.screen import Keyboard, Screen, folded
from bot.screens.steps import deal_after
from bot.screens.table import action_text, place_text
from bot.tables.state import FinishedDeal, Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.deal import Deal, LogEntry
from engine.seats import SEATS, Seat
from engine.tracking import held_cards, shown_cards

ANEW: Final = "+"
"""After the step in the arg of `ButtonAction.REPLAY`: as a message of its own."""
_LEAP: Final = 10
"""Actions that ⏪ and ⏩ skip."""


def replay_screen(finished: FinishedDeal, step: int, language: Language, mistakes: Sequence[Mistake] = ()) -> Screen:
    """A finished deal after `step` of its actions (0: as dealt); a step outside of the deal gives the nearest one.

    It shows every hand, so it is for deals that are over. What a review has called `mistakes` is marked, for the person
    alone who made them.
    """
    texts = texts_for(language)
    log = finished.deal.log
    step = min(max(0, step), len(log))
    deal = deal_after(finished, step)
    lines = [texts("replay-heading", deal=str(finished.id), step=step, steps=len(log)), ""]
    for seat in SEATS:
        lines += _hand(finished, deal, seat, log[:step], texts)
    lines.append("")
    if step:
        cards = shown_cards(finished.dealt.seated_hands, log[:step])[-1]
        did = action_text(log[step - 1], cards, texts)
        lines.append(texts("replay-did", name=seat_html(finished, log[step - 1].seat, texts), action=did))
        lines += [mark_line(mistake, texts) for mistake in mistakes if mistake.turn == step - 1]
    else:
        lines.append(texts("replay-start", name=seat_html(finished, finished.dealt.leader, texts)))
    if deal.settlement is not None:
        lines.append(texts("replay-end", kind=kind_text(deal.settlement.kind, texts)))
    keyboard = _keyboard(finished.id, step, len(log), texts)
    return Screen("\n".join(lines), (*keyboard, *_marks(finished.id, step, mistakes)))


def verify_screen(verification: Verification | None, language: Language, sealed: str = "") -> Screen:
    """Tell what /verify found, in one sentence, with the figures to reckon it again; None where no
    deal is over yet. `sealed` is the commitment of the deal that is being played here, or comes next.
    """
    texts = texts_for(language)
    ahead = texts("verify-sealed", commitment=sealed) if sealed else ""
    if verification is None:
        return Screen("\n".join([texts("verify-not-yet"), folded(ahead)]))
    if not verification.seals:
        verdict = texts("verify-bad-commitment")
    elif not verification.deals:
        verdict = texts("verify-bad-deal")
    else:
        verdict = texts("verify-good")
    facts = texts(
        "verify-facts",
        commitment=verification.commitment,
        seed=verification.server_seed.hex(),
        taps=verification.taps,
    )
    how = texts("verify-how", command=html.escape(verification.command, quote=False))
    verdict = f"{texts('verify-heading', number=str(verification.number))}\n{verdict}"
    return Screen(verdict + "\n" + folded("\n\n".join(filter(None, (texts("verify-why"), facts, how, ahead)))))


def _hand(finished: FinishedDeal, deal: Deal, seat: Seat, log: tuple[LogEntry, ...], texts: Texts) -> tuple[str, ...]:
    name = seat_html(finished, seat, texts)
    if seat in deal.order:
        return (f"{name} · {place_text(deal.order.index(seat) + 1, texts)}",)
    cards = held_cards(finished.dealt.seated_hands[seat], log, seat)
    return texts("replay-hand", name=name, number=len(cards)), hand_lines(cards, texts)


def _marks(deal_id: int, step: int, mistakes: Sequence[Mistake]) -> Keyboard:
    """A row that leads to each of the mistakes, in the order of the deal."""
    row = tuple(
        tap_button(
            f"{MARK} {turn + 1}",
            CallbackData(ButtonAction.REPLAY, arg=f"{deal_id}.{turn + 1}"),
            "primary" if step == turn + 1 else None,
        )
        for turn in sorted(mistake.turn for mistake in mistakes)
    )
    return (row,) if row else ()


def _keyboard(deal_id: int, step: int, steps: int, texts: Texts) -> Keyboard:
    targets = (
        ("button-rewind", max(0, step - _LEAP), step > 1),
        ("button-back", step - 1, step > 0),
        ("button-forward", step + 1, step < steps),
        ("button-skip", min(steps, step + _LEAP), step < steps - 1),
    )
    row = tuple(
        tap_button(texts(label), CallbackData(ButtonAction.REPLAY, arg=f"{deal_id}.{target}"))
        for label, target, possible in targets
        if possible
    )
    return (row,) if row else ()
