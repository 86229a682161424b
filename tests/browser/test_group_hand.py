"""Hands in the group, each seen by its owner alone: on a phone, and on a desktop."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.local import LocalTelegram
from tests.browser.test_game import key, say

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
ONLY_YOU: Final = "只有你能看到"
MOMENT_MS: Final = 200
TURNS: Final = 150
"""Looks at both pages within which a trick is over."""
SPILLS: Final = """
() => {
  const hands = [...document.querySelectorAll("#group .message")].filter((one) => one.querySelector(".personal-note"));
  const frame = document.querySelector("#group .scroller").getBoundingClientRect();
  return Math.ceil(hands.at(-1).getBoundingClientRect().height - frame.height);
}
"""
"""By how many pixels a hand is higher than what is seen of the group."""
CUT: Final = """
() => [...document.querySelectorAll("#group .keyboard button")]
  .filter((button) => button.scrollWidth > button.clientWidth + 1)
  .map((button) => button.textContent)
"""
"""What the buttons in the group say that do not show all of it."""


def own_hand(page: Page) -> Locator:
    """The hand that the reader of a page sees in the group alone."""
    return page.locator("#group .message", has=page.locator(".personal-note"))


def look(page: Page) -> None:
    """Tap 我的牌, and wait for the hand."""
    key(page, "我的牌").click()
    expect(own_hand(page).last).to_contain_text(ONLY_YOU)
    expect(own_hand(page).last.locator(".photo img")).not_to_have_js_property("naturalWidth", 0)


def move_if_waited_for(page: Page) -> None:
    """Do what is suggested first if it is this reader's turn."""
    mine = own_hand(page).filter(has_text="轮到你").last
    if mine.count():
        first = mine.locator(".keyboard button").first
        if first.is_enabled():
            first.click()


@pytest.mark.usefixtures("bot")
def test_a_trick_is_played_in_the_group_by_two_who_never_wrote_to_the_bot(
    local: LocalTelegram, open_page: Opener
) -> None:
    alex, fang = open_page("alex", **DESKTOP), open_page("afang", **PHONE)
    ming = open_page("xiaoming", **DESKTOP)  # looks on
    say(alex, "/newgame")
    key(fang, "加入").click()
    expect(fang.locator("#alert")).to_contain_text("牌只给你一个人看")
    fang.keyboard.press("Escape")
    expect(alex.locator("#group .message", has_text="双扣开桌")).to_contain_text("阿芳")
    key(alex, "电脑补位").click()
    expect(key(alex, "^开始$")).to_have_attribute("data-style", "success")
    key(alex, "^开始$").click()
    expect(key(fang, "我的牌")).to_be_visible()

    for page in (alex, fang):
        look(page)
        assert page.evaluate(SPILLS) <= 0, "all of it is seen at once"
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]  # type: ignore[index]
    table = ming.locator("#group .message", has_text=re.compile("上一轮最大"))
    for _ in range(TURNS):
        if table.count():
            break
        for page in (alex, fang):
            move_if_waited_for(page)
        ming.wait_for_timeout(MOMENT_MS)
    expect(table).to_be_visible()

    expect(own_hand(alex)).to_have_count(1)
    expect(own_hand(fang)).to_have_count(1)
    expect(own_hand(ming)).to_have_count(0)
    expect(ming.locator("#group .keyboard button", has_text="提示")).to_have_count(0)
    fang.reload()
    expect(key(fang, "我的牌")).to_be_visible()
    look(fang)
    assert local.do(lambda: [local.person(name).private.from_bot for name in ("alex", "afang")]) == [[], []]
    assert local.telegram.complaints == []
