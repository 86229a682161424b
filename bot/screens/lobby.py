"""The lobby: who sits, what is played, and the buttons to sit down, get up and begin."""

from bot.locales import Texts, texts_for
from bot.screens.buttons import tap_button
from bot.screens.captions import ALERT_LIMIT, length
from bot.screens.chat_settings import rules_line, rules_meaning
from bot.screens.people import chairs_of_people, html_names, html_person, strength_text
from bot.screens.screen import Button, Keyboard, Screen
from bot.screens.titles import title_text
from bot.tables.state import ABANDONED_LOBBY_SECONDS, Chair, Computer, Lobby, Playing, TableState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.players import Strength


def lobby_screen(state: Lobby | Playing) -> Screen:
    """The one message of a lobby, edited while people come and go; once the deal has begun it says only that."""
    texts = texts_for(state.language)
    missing = state.places.count(None)
    is_open = isinstance(state, Lobby)
    if not is_open:
        status = texts("lobby-started")
    else:
        status = texts("lobby-needs", number=missing) if missing else texts("lobby-full")
    lines = [
        f"{texts('lobby-heading')} · {status}",
        "",
        *_chair_lines(state, texts),
        "",
        rules_line(state.rules, texts),
        counts_line(state, texts),
    ]
    if is_open:
        lines.append(texts("lobby-partners"))
        lines.append(f"<i>{texts('lobby-idle', minutes=ABANDONED_LOBBY_SECONDS // 60)}</i>")
    return Screen("\n".join(lines), _keyboard(state, texts))


def lobby_closed_screen(state: TableState, *, idle: bool = False, closed_by: str | None = None) -> Screen:
    """Return what the message of a lobby becomes when the table is gone.

    Args:
        state: the table.
        idle: nobody had touched it for half an hour.
        closed_by: the raw name of whoever closed it.
    """
    texts = texts_for(state.language)
    if idle:
        return Screen(texts("lobby-closed-idle", minutes=ABANDONED_LOBBY_SECONDS // 60), silent=True)
    if closed_by is not None:
        return Screen(texts("lobby-closed-by", name=html_person(closed_by, texts)), silent=True)
    return Screen(texts("lobby-closed"), silent=True)


def rules_toast(state: TableState, texts: Texts) -> str:
    """The rules of the table for the alert behind 规则, and what they mean as far as the alert has room."""
    rules = rules_line(state.rules, texts)
    explained = texts("lobby-toast-rules", rules=f"{rules}\n{rules_meaning(state.rules, texts)}")
    return explained if length(explained) <= ALERT_LIMIT else texts("lobby-toast-rules", rules=rules)


def _chair_lines(state: TableState, texts: Texts) -> list[str]:
    names = html_names(tuple(chair.occupant if chair else None for chair in state.places), texts)
    return [
        _chair_line(state, place, chair, name, texts)
        for place, (chair, name) in enumerate(zip(state.places, names, strict=True), 1)
    ]


def _chair_line(state: TableState, number: int, chair: Chair | None, name: str, texts: Texts) -> str:
    if chair is None:
        return texts("lobby-chair-free", place=number)
    if isinstance(chair.occupant, Computer):
        strength = strength_text(chair.occupant.strength, texts)
        return texts("lobby-chair-computer", place=number, name=name, strength=strength)
    line = texts("lobby-chair", place=number, name=name, title=title_text(chair.occupant.score, texts))
    if chair.occupant.id == state.host_id:
        line += texts("lobby-host")
    return line


def counts_line(state: TableState, texts: Texts) -> str:
    """Tell whether the coming deal can count: each team needs a person, and teams are drawn with the deal. Three people
    are never in one team; fewer may be joined by others while seats are free.
    """
    people = chairs_of_people(state.places)
    if state.practice or (state.is_full and people < 2):
        return texts("lobby-unranked")
    if people > 2:
        return texts("lobby-ranked")
    return texts("lobby-ranked-if-opposed" if state.is_full else "lobby-ranked-if-people")


def _strength_button(state: TableState, texts: Texts) -> Button:
    """Has computer players play as the next strength does; it says which, and how they play now."""
    strengths = tuple(Strength)
    now = state.options.strength
    then = strengths[(strengths.index(now) + 1) % len(strengths)]
    label = texts("button-strength", now=strength_text(now, texts), then=strength_text(then, texts))
    return tap_button(label, CallbackData(ButtonAction.STRENGTH, state.id, arg=then.value))


def _keyboard(state: TableState, texts: Texts) -> Keyboard:
    full = state.is_full
    leave = tap_button(texts("button-leave"), CallbackData(ButtonAction.LEAVE, state.id))
    start = tap_button(texts("button-start"), CallbackData(ButtonAction.START, state.id), "success" if full else None)
    rows: list[tuple[Button, ...]] = []
    if chairs_of_people(state.places) < len(state.places):
        join = tap_button(texts("button-join"), CallbackData(ButtonAction.JOIN, state.id), None if full else "primary")
        rows.append((join, leave))
    else:
        rows.append((leave,))
    if state.options.computers and not full:
        rows.append((tap_button(texts("button-computers"), CallbackData(ButtonAction.COMPUTERS, state.id)), start))
    else:
        rows.append((start,))
    if state.options.computers and chairs_of_people(state.places) < len(state.places):
        rows.append((_strength_button(state, texts),))
    rows.append(
        (
            tap_button(texts("button-rules"), CallbackData(ButtonAction.RULES, state.id)),
            tap_button(texts("button-cancel"), CallbackData(ButtonAction.CLOSE, state.id), "danger"),
        )
    )
    return tuple(rows)
