"""The deal opens: opening card, who leads, who is partners with whom, who changed seats (rules §2)."""

from bot.locales import Texts, texts_for
from bot.pictures.models import OpeningPicture, OpeningSeat
from bot.screens.captions import with_picture
from bot.screens.cards import cards_text
from bot.screens.chat_settings import rules_line
from bot.screens.drawn import drawn_name, drawn_team
from bot.screens.numbers import number_text
from bot.screens.people import seat_html, strength_text
from bot.screens.screen import Button, Screen
from bot.screens.titles import title_text
from bot.tables.state import Computer, Playing, TableDeal
from engine.seats import SEATS, Seat, partner_of


def opening_screen(state: Playing, *, bot_username: str = "", pictures: bool = True) -> Screen:
    """The message that opens a deal.

    Args:
        state: a table whose deal has begun.
        bot_username: for a button that leads to the private chat; none without it.
        pictures: whether the table is drawn.
    """
    live = state.live
    texts = texts_for(state.language)
    leader = live.dealt.leader
    others = tuple(seat for seat in SEATS if seat not in (leader, partner_of(leader)))
    card = cards_text([live.dealt.opening], texts)
    lines = [
        texts("opening-heading", number=str(live.id)),
        texts("opening-card", card=card, name=seat_html(live, leader, texts)),
        _seating_line(live, card, texts),
        "",
        texts(
            "opening-teams",
            one=seat_html(live, leader, texts),
            two=seat_html(live, partner_of(leader), texts),
            three=seat_html(live, others[0], texts),
            four=seat_html(live, others[1], texts),
        ),
        "",
        rules_line(live.deal.rules, texts),
        texts("daily-own-points") if state.daily else _counts_text(live, texts),
    ]
    if state.commitment:
        lines.append(texts("lobby-commitment", commitment=state.commitment))
    keyboard = ((Button(texts("button-to-hand"), url=f"https://t.me/{bot_username}"),),) if bot_username else ()
    screen = Screen("\n".join(lines), keyboard)
    return with_picture(screen, _picture(live, texts)) if pictures else screen


def _seating_line(live: TableDeal, card: str, texts: Texts) -> str:
    dealt = live.dealt
    if dealt.swap is not None:
        one, other = dealt.swap
        return texts("opening-swapped", one=seat_html(live, one, texts), other=seat_html(live, other, texts))
    if dealt.opening.twin in dealt.hands[dealt.leader]:
        return texts("opening-both-held", card=card)
    return texts("opening-as-seated")


def _counts_text(live: TableDeal, texts: Texts) -> str:
    return texts("opening-ranked") if live.ranked else texts("opening-unranked")


def _picture(live: TableDeal, texts: Texts) -> OpeningPicture:
    return OpeningPicture(
        heading=texts("picture-deal", number=str(live.id)),
        note=texts("rules-base", value=number_text(live.deal.rules.base_score)),
        opening_card=live.dealt.opening.notation,
        opening_label=texts("picture-opening-card"),
        seats=tuple(_picture_seat(live, seat, texts) for seat in SEATS),
        leader=live.dealt.leader,
        leads_text=texts("picture-leads"),
        swapped_text=texts("picture-swapped"),
        footer=(rules_line(live.deal.rules, texts),),
    )


def _picture_seat(live: TableDeal, seat: Seat, texts: Texts) -> OpeningSeat:
    occupant = live.chairs[seat].occupant
    if isinstance(occupant, Computer):
        detail = strength_text(occupant.strength, texts)
    else:
        detail = title_text(occupant.score, texts)
    return OpeningSeat(
        name=drawn_name(live, seat, texts),
        team=drawn_team(seat),
        detail=detail,
        swapped=seat in (live.dealt.swap or ()),
    )
