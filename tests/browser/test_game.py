"""The real bot in the page: what a visitor does."""

import re
import unicodedata
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Opener
from tests.browser.local import BotProcess, LocalTelegram

# aiohttp 3.14 warns of a call of its own when it reads an upload
pytestmark = pytest.mark.filterwarnings(r"ignore:unread_data\(\) is deprecated:DeprecationWarning")

YOUR_TURN = "轮到你"
RANK = re.compile(r"^([3-9JQKA2]|10|[大小]王)[⁰¹²³⁴-⁹]*$")
"""A button of the hand with a rank of which nothing is chosen."""
HELD_OF_RANK = re.compile(r"^(?:[3-9JQKA2]|10|[大小]王)(?:[⁰¹²³⁴-⁹]+ᐟ)?([⁰¹²³⁴-⁹]*)✓?$")
"""Any button with a rank, and how many of it are held, nothing for one."""
HAND = re.compile(r"轮到你|你 27 张")
"""A full hand, whosever turn it is."""
PATIENCE = 15.0
MOMENT = 0.1
"""Seconds."""
HEIGHTS = "rows => rows.map((row) => new Set([...row.children].map((button) => button.offsetTop)).size)"


def say(page: Page, words: str, chat: str = "group") -> None:
    line = page.locator(f"#{chat} textarea")
    line.fill(words)
    line.press("Enter")


def key(page: Page, label: str, chat: str = "group") -> Locator:
    """The newest button with this label."""
    return page.locator(f"#{chat} .keyboard button").filter(has_text=re.compile(label)).last


def start_deal(page: Page) -> None:
    """Let computer players take the free seats, and begin."""
    key(page, "电脑补位").click()
    expect(key(page, "^开始$")).to_have_attribute("data-style", "success")
    key(page, "^开始$").click()


def hand(page: Page) -> Locator:
    """The message with the hand, while it is this person's turn."""
    return page.locator("#private .message", has_text=YOUR_TURN).last


def hands(page: Page, words: str) -> Locator:
    """Messages in the private chat that say exactly this."""
    return page.locator("#private .message .text").filter(has_text=words)


def words_of(message: Locator) -> str:
    words = message.locator(".text").text_content()
    assert words
    return words


def first_key(page: Page) -> Locator:
    """The play that is suggested first, or 不出 where none is."""
    return hand(page).locator(".keyboard button").first


def move(page: Page) -> None:
    """Do what is suggested first, and once more where that is a big bomb, until the turn is over."""
    before = hands(page, words_of(hand(page)))
    once_more = hand(page).get_by_role("button", name="再点一次")
    first_key(page).click()
    for _ in range(int(PATIENCE / MOMENT)):
        if not before.count():
            return
        if once_more.count():
            once_more.click()
        page.wait_for_timeout(1000 * MOMENT)
    expect(before).to_have_count(0)


def choice(page: Page) -> Locator:
    """The lowest rank of the hand. A turn that leaves no choice (nothing beats what lies there) is passed."""
    rank = hand(page).locator(".keyboard button", has_text=RANK).last
    while True:
        expect(hand(page)).to_be_visible(timeout=30_000)
        if rank.is_visible():
            return rank
        shown = words_of(hand(page))
        first_key(page).click()
        expect(hands(page, shown)).to_have_count(0)


def held(page: Page) -> int:
    """How many cards the buttons of the hand in the private chat say there are."""
    labels = hand(page).locator(".keyboard button").all_inner_texts()
    ranks = [found[1] for label in labels if (found := HELD_OF_RANK.match(label))]
    assert ranks, labels
    return sum(int(unicodedata.normalize("NFKC", number)) if number else 1 for number in ranks)


@pytest.mark.usefixtures("bot")
def test_a_whole_deal_by_clicking_only_and_the_rank(open_page: Opener) -> None:
    page = open_page()
    page.locator("#group").get_by_role("button", name="/newgame").click()
    start_deal(page)
    again = key(page, "再来一局")
    turns = 0
    while True:
        expect(hand(page).or_(again).first).to_be_visible(timeout=60_000)
        if again.is_visible():
            break
        move(page)
        turns += 1
    assert turns >= 2
    result = page.locator("#group .message", has_text="🏆").last
    expect(result).to_contain_text(re.compile("(双扣|单扣|平扣) · 第 1 局"))
    expect(result.locator(".photo img")).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator("#private .message").last).to_contain_text(re.compile("第[1-4]名"))

    page.locator("#group").get_by_role("button", name="命令").click()
    page.locator("#group").get_by_role("option", name="/rank").click()
    # the table goes first: the curious may have to wait for a minute
    expect(page.locator("#group .message").last).to_contain_text("群众", timeout=75_000)


@pytest.mark.usefixtures("bot")
def test_plays_can_be_typed(open_page: Opener) -> None:
    page = open_page()
    say(page, "/newgame", "private")
    expect(hand(page)).to_be_visible(timeout=30_000)
    say(page, "鸡", "private")
    expect(hand(page)).to_contain_text("看不懂“鸡”")

    for _ in range(2):
        lowest = choice(page).inner_text().rstrip("⁰¹²³⁴⁵⁶⁷⁸⁹")
        before = held(page)
        can_pass = hand(page).get_by_role("button", name="不出").is_enabled()
        shown = words_of(hand(page))
        say(page, "不出" if can_pass else lowest, "private")
        expect(hands(page, shown)).to_have_count(0)
        choice(page)
        assert held(page) == before - (not can_pass)


@pytest.mark.usefixtures("bot")
def test_two_people_in_two_tabs(local: LocalTelegram, open_page: Opener) -> None:
    ming, fang = open_page("xiaoming"), open_page("afang")
    say(ming, "/newgame")
    fang.locator("#private").get_by_role("button", name="开始").click()  # else her hand would come into the group
    expect(fang.locator("#private .message.in").last).to_be_visible()
    key(fang, "加入").click()
    for page in (ming, fang):
        expect(page.locator("#group .message", has_text="双扣开桌")).to_contain_text(
            re.compile(r"1\. .小明.*2\. .阿芳", re.S)
        )
    start_deal(ming)
    for page in (ming, fang):
        expect(page.locator("#private .message", has_text=HAND).last).to_be_visible()
        expect(page.locator("#private .photo img").last).not_to_have_js_property("naturalWidth", 0)
        expect(page.locator("#group .message", has_text="明牌")).to_contain_text("阿芳")
    pictures = [page.locator("#private .photo img").last.get_attribute("src") for page in (ming, fang)]
    assert pictures[0] != pictures[1]

    key(fang, "我的牌").click()
    expect(fang.locator("#group .message", has_text="只有你能看到").last).to_contain_text(HAND)
    expect(ming.locator("#group .message", has_text="只有你能看到")).to_have_count(0)

    say(fang, "看看你几级")
    asked = ming.locator("#group .message.in", has_text="看看你几级")
    asked.hover()
    asked.get_by_role("button", name="回复").click()
    say(ming, "/rank")
    expect(ming.locator("#group .message.in").last).to_contain_text("阿芳", timeout=75_000)
    assert local.telegram.complaints == []


@pytest.mark.usefixtures("bot")
def test_on_a_phone_in_the_dark_with_a_reload_in_mid_deal(open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True, is_mobile=True)
    say(page, "/newgame")
    start_deal(page)
    tab = page.get_by_role("tab", name="双扣 Bot")
    expect(tab.locator(".badge")).not_to_be_empty()
    tab.tap()
    expect(hand(page)).to_be_visible(timeout=30_000)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    heights = page.locator("#private .row").evaluate_all(HEIGHTS)
    assert heights
    assert set(heights) == {1}

    choice(page).tap()
    chosen = hand(page).locator(".keyboard button").filter(has_text=re.compile("ᐟ|✓"))
    expect(chosen).to_have_count(1)
    page.reload()
    expect(chosen).to_have_count(1)
    key(page, "⋯", "private").tap()
    key(page, "清空选牌", "private").tap()
    expect(chosen).to_have_count(0)
    move(page)


def test_the_bot_is_killed_and_comes_back_under_an_open_page(
    local: LocalTelegram, bot: BotProcess, open_page: Opener
) -> None:
    page = open_page()
    say(page, "/newgame")
    start_deal(page)
    rank = choice(page)
    before = held(page)
    bot.kill()
    rank.click()
    expect(page.locator("#private [aria-busy]")).to_have_count(1)

    bot.start()

    expect(page.locator("#private [aria-busy]")).to_have_count(0)
    assert held(page) == before
    move(page)
    expect(page.locator("#private .message").last).to_be_visible()
    assert local.telegram.complaints == []


def test_without_a_token_the_bot_brings_the_page_along(tmp_path: Path, open_page: Opener) -> None:
    process = BotProcess(tmp_path, {"BOT_TOKEN": "", "PLAYGROUND_PORT": "18080"}, "--demo")
    process.start()
    try:
        said = process.wait_for_output("/newgame")
        [url] = re.findall(r"http://\S+/", said)
        page = open_page("laowang", url=url)
        table = page.locator("#group .message", has_text="第 1 局 · 底分")
        expect(table).to_contain_text(re.compile("[♠♥♣♦]"))
        process.stop()
        expect(page.locator("#group .status")).to_have_text("正在连接…")
    finally:
        process.kill()
    assert "Traceback" not in process.output
