"""A hand on a phone: all of it at once, its picture and all its buttons, at every stage of a deal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from bot.outbox.content import Content
from bot.pictures.drawing import draw
from bot.playground.fake import Upload
from bot.screens.hand import hand_screen
from bot.screens.screen import Screen
from bot.tables.state import HandState, Language, Playing
from bot.tables.view import SeatView
from engine.players.hints import suggestions
from engine.ruleset import DealStyle, RuleSet
from tests.bot.screens.scenes import seen_from, table, whole_deal
from tests.browser.conftest import Opener
from tests.browser.local import LocalTelegram

PHONE: Final = ViewportSize(width=360, height=740)
HANDS: Final = 25
"""So many hands in each language and each of the two colour schemes."""
LONG_NAMES: Final = ("欧阳小明同学", "Alexandra Maria", "老王", "阿华")
SPILLS: Final = """
() => {
  const list = document.querySelector("#private .scroller");
  const message = [...list.querySelectorAll(".message")].at(-1).getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  return Math.ceil(message.height - frame.height);
}
"""
"""By how many pixels the last message is higher than what is seen of the chat."""
CUT: Final = """
() => [...document.querySelectorAll("#private .message:last-of-type .keyboard button")]
  .filter((button) => button.scrollWidth > button.clientWidth + 1)
  .map((button) => button.textContent)
"""
"""What the buttons say that do not show all of it."""


def stages(view: SeatView) -> Iterator[SeatView]:
    """A hand as it comes, with something selected, with a note, and with ⋯ open."""
    yield view
    first = next(iter(suggestions(view.own)), None)
    if first is not None:
        yield replace(view, selection=HandState(selected=first.cards))
    yield replace(view, selection=HandState(more_open=True))


def screens(language: Language) -> Iterator[Screen]:
    """Hands of random deals, full ones and late ones, of who is to act and of who waits."""
    for number in range(HANDS):
        style = DealStyle.CLUMPED if number % 2 else DealStyle.SHUFFLED
        lobby = table(LONG_NAMES, language=language, pictures=True, rules=RuleSet(deal_style=style))
        seed = bytes([number, len(language)]) * 16
        state = next(islice(whole_deal(lobby, seed), number % 5 * 9, None))
        if not isinstance(state, Playing):
            continue
        for seat in {state.live.to_act, (state.live.to_act + 1) % 4}:
            if seat in state.live.deal.order:
                continue
            for view in stages(seen_from(state, seat)):
                notice = "⏳ 15" if number % 3 == 0 else ""
                yield hand_screen(view, suggestions(view.own, holding=view.selection.selected), notice)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("language", list(Language))
def test_a_hand_is_seen_whole_on_a_phone(
    language: Language, scheme: str, local: LocalTelegram, open_page: Opener
) -> None:
    page = open_page(viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.locator("#tabs [aria-controls=private]").tap()
    chat_id = local.person("xiaoming").id
    local.person("xiaoming").start()
    seen = 0
    for screen in screens(language):
        show(local, chat_id, screen)
        settled(page)
        assert page.evaluate(SPILLS) <= 0, screen.text
        assert page.evaluate(CUT) == [], screen.text
        seen += 1
    assert seen > HANDS


def show(local: LocalTelegram, chat_id: int, screen: Screen) -> None:
    """Put a screen into a chat in place of the one before."""
    picture = screen.picture
    assert picture is not None
    for message in local.do(lambda: [m.id for m in local.telegram.person(chat_id).private.from_bot]):
        local.call("deleteMessage", chat_id=chat_id, message_id=message)
    sizes: Sequence[Any] = local.do(lambda: local.telegram.files.add_photo(Upload("hand.png", draw(picture))))
    content = Content(screen.text, screen.keyboard, None, silent=True)
    local.call(
        "sendPhoto",
        chat_id=chat_id,
        photo=sizes[-1]["file_id"],
        caption=screen.text,
        parse_mode="HTML",
        **({"reply_markup": content.markup.to_dict()} if content.markup else {}),
    )


def settled(page: Page) -> None:
    """Wait until the one message stands, with its picture."""
    expect(page.locator("#private .message.in")).to_have_count(1)
    expect(page.locator("#private .photo img")).not_to_have_js_property("naturalWidth", 0)
