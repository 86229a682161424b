"""What the page does with what a bot sends: the test is the bot, through the Bot API."""

import re
from itertools import pairwise

from playwright.sync_api import Page, expect

from bot.playground.fake import Upload
from tests.bot.playground.echo_bot import picture
from tests.browser.conftest import Opener
from tests.browser.local import LocalTelegram


def keyboard(*rows: str) -> dict[str, object]:
    """Rows of buttons; the first of what a button says comes back as its data."""
    return {"inline_keyboard": [[{"text": label, "callback_data": label[:9]} for label in row.split()] for row in rows]}


def test_what_somebody_types_appears_for_everybody_and_is_never_markup(local: LocalTelegram, open_page: Opener) -> None:
    ming, hong = open_page("xiaoming"), open_page("xiaohong")
    typed = "<img src=x onerror=alert(1)> & <b>bold</b>\n第二行"
    line = ming.locator("#group").get_by_role("combobox", name="给 双扣群 发消息")
    for number, words in enumerate(typed.split("\n")):
        if number:
            line.press("Shift+Enter")
        line.type(words)
    line.press("Enter")

    for page, side in ((ming, "out"), (hong, "in")):
        message = page.locator(f"#group .message.{side}")
        expect(message.locator(".text")).to_contain_text(typed)
        expect(message.locator("img:not(.avatar), b")).to_have_count(0)
    expect(hong.locator("#group .message .name")).to_have_text("小明")
    expect(line).to_have_value("")
    assert local.telegram.complaints == []


def test_formatting_is_shown_as_telegram_shows_it(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    local.call(
        "sendMessage",
        chat_id=local.group_id,
        parse_mode="HTML",
        text="🀄️ <b>粗 <i>斜</i></b> <u>线</u> <s>删</s> <code>码</code> <tg-spoiler>谜</tg-spoiler>"
        '<blockquote>引</blockquote><a href="https://example.org/a?b=1">去</a> <a href="javascript:alert(1)">坏</a>',
    )
    text = page.locator("#group .text")
    expect(text.locator("strong")).to_have_text("粗 斜")
    expect(text.locator("strong em")).to_have_text("斜")
    for tag, words in (("u", "线"), ("s", "删"), ("code", "码"), ("blockquote", "引")):
        expect(text.locator(tag)).to_have_text(words)
    expect(text.locator("a")).to_have_text(["去"])
    spoiler = text.locator(".spoiler")
    expect(spoiler).to_have_css("color", "rgba(0, 0, 0, 0)")
    spoiler.click()
    expect(spoiler).not_to_have_css("color", "rgba(0, 0, 0, 0)")


def test_a_quotation_folds_only_where_it_is_long(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    for number in (3, 5):
        quoted = "\n".join(f"第 {line} 行" for line in range(number))
        text = f"<blockquote expandable>{quoted}</blockquote>"
        local.call("sendMessage", chat_id=local.group_id, parse_mode="HTML", text=text)
    short, long = (page.locator("#group blockquote").nth(number) for number in range(2))
    expect(long).to_have_css("mask-image", re.compile("gradient"))
    expect(short).to_have_css("mask-image", "none")
    assert short.evaluate("quote => quote.clientHeight") == long.evaluate("quote => quote.clientHeight")
    long.click()
    expect(long).to_have_css("mask-image", "none")
    assert long.evaluate("quote => quote.scrollHeight - quote.clientHeight") == 0


def test_a_moment_is_shown_in_the_readers_time_zone(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page(timezone_id="Asia/Shanghai")
    local.call(
        "sendMessage",
        chat_id=local.group_id,
        parse_mode="HTML",
        text='到 <tg-time unix="1800000000" format="T">08:00:00 UTC</tg-time>',
    )
    expect(page.locator("#group .text > time")).to_have_text("16:00:00")


def test_a_button_is_busy_until_its_tap_is_answered(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    other = open_page("xiaohong")
    local.call("sendMessage", chat_id=local.group_id, text="桌", reply_markup=keyboard("加入 离开", "规则"))
    button = page.locator("#group").get_by_role("button", name="加入")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()  # no second tap while the first is under way
    query = local.wait_for_tap()
    expect(other.locator("#group [aria-busy]")).to_have_count(0)

    local.call("answerCallbackQuery", callback_query_id=query, text="坐下了")

    expect(page.locator("#group .toasts")).to_have_text("坐下了")
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(other.locator(".toast")).to_have_count(0)
    assert local.taps() == []


def test_an_alert_has_to_be_closed(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    local.call("sendMessage", chat_id=local.group_id, text="桌", reply_markup=keyboard("我的牌"))
    page.locator("#group").get_by_role("button", name="我的牌").click()
    local.call("answerCallbackQuery", callback_query_id=local.wait_for_tap(), text="♠3\n♥4", show_alert=True)
    alert = page.get_by_role("dialog")
    expect(alert).to_contain_text("♠3\n♥4")
    page.keyboard.press("Enter")
    expect(alert).to_be_hidden()


def test_an_edit_keeps_the_place_the_focus_and_says_that_it_was_one(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    sent = local.call("sendMessage", chat_id=local.group_id, text="一", reply_markup=keyboard("甲 乙", "丙"))
    group = page.locator("#group")
    group.get_by_role("button", name="丙").focus()
    local.call(
        "editMessageText",
        chat_id=local.group_id,
        message_id=sent["message_id"],
        text="二",
        reply_markup=keyboard("甲", "丁"),
    )
    expect(group.locator(".text")).to_contain_text("二")
    expect(group.locator(".edited")).to_have_text("已编辑")
    expect(group.get_by_role("button", name="丁")).to_be_focused()
    expect(group.locator(".keyboard .row")).to_have_count(2)


def test_a_deleted_message_goes(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    sent = local.call("sendMessage", chat_id=local.group_id, text="一")
    expect(page.locator("#group .message")).to_have_count(1)
    local.call("deleteMessage", chat_id=local.group_id, message_id=sent["message_id"])
    expect(page.locator("#group .message")).to_have_count(0)


def test_what_one_member_sees_alone_is_shown_to_nobody_else(local: LocalTelegram, open_page: Opener) -> None:
    ming, hong = open_page("xiaoming"), open_page("xiaohong")
    local.call("sendMessage", chat_id=local.group_id, text="桌", reply_markup=keyboard("我的牌"))
    ming.locator("#group").get_by_role("button", name="我的牌").click()
    tap = local.wait_for_tap()
    whom = {"receiver_user_id": local.person("xiaoming").id, "callback_query_id": tap}
    sent = local.call(
        "sendMessage",
        chat_id=local.group_id,
        text="♠3 ♥4",
        reply_markup=keyboard("出牌"),
        ephemeral_message_parameters=whom,
    )
    local.call("answerCallbackQuery", callback_query_id=tap)
    own = {"receiver_user_id": whom["receiver_user_id"], "ephemeral_message_id": sent["ephemeral_message_id"]}
    message = ming.locator("#group .message.personal")
    expect(message.locator(".personal-note")).to_contain_text("只有你能看到")
    expect(message.locator(".text")).to_contain_text("♠3 ♥4")

    message.get_by_role("button", name="出牌").click()
    local.call("answerCallbackQuery", callback_query_id=local.wait_for_tap(), text="出了")
    local.call("editEphemeralMessageText", chat_id=local.group_id, text="♥4", **own)
    expect(message.locator(".text")).to_contain_text("♥4")
    ming.reload()
    expect(message.locator(".text")).to_contain_text("♥4")
    expect(hong.locator("#group .message")).to_have_count(1)
    expect(hong.locator("#group")).not_to_contain_text("♥4")

    local.call("deleteEphemeralMessage", chat_id=local.group_id, **own)
    expect(ming.locator("#group .message")).to_have_count(1)


def test_styles_give_buttons_their_colours(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    styles = ("primary", "success", "danger")
    row = [{"text": style, "callback_data": style, "style": style} for style in styles]
    row.append({"text": "plain", "callback_data": "plain"})
    local.call("sendMessage", chat_id=local.group_id, text="x", reply_markup={"inline_keyboard": [row]})
    buttons = page.locator("#group .keyboard button")
    expect(buttons).to_have_count(4)
    colours = {buttons.nth(index).evaluate("button => getComputedStyle(button).backgroundColor") for index in range(4)}
    assert len(colours) == 4


def test_who_reads_back_is_not_pulled_to_the_end(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    for number in range(40):
        local.call("sendMessage", chat_id=local.group_id, text=f"第 {number} 条")
    group = page.locator("#group")
    expect(group.get_by_text("第 39 条")).to_be_in_viewport()
    newest = group.get_by_role("button", name="到最新消息")
    expect(newest).to_be_hidden()

    group.locator(".scroller").hover()
    page.mouse.wheel(0, -9000)
    expect(newest).to_be_visible()
    local.call("sendMessage", chat_id=local.group_id, text="新的")
    expect(newest.locator(".badge")).to_have_text("1")
    expect(page).to_have_title("(1) 双扣")
    expect(group.get_by_text("第 0 条")).to_be_in_viewport()

    newest.click()
    expect(group.get_by_text("新的")).to_be_in_viewport()
    expect(newest).to_be_hidden()
    expect(page).to_have_title("双扣")


def test_what_is_deleted_before_it_was_read_counts_no_more(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    sent = [local.call("sendMessage", chat_id=local.group_id, text=f"第 {number} 条") for number in range(40)]
    group = page.locator("#group")
    expect(group.get_by_text("第 39 条")).to_be_in_viewport()
    group.locator(".scroller").hover()
    page.mouse.wheel(0, -9000)
    newest = group.get_by_role("button", name="到最新消息")
    expect(newest).to_be_visible()
    sent += [local.call("sendMessage", chat_id=local.group_id, text=words) for words in ("一", "二")]
    expect(newest.locator(".badge")).to_have_text("2")

    local.call("deleteMessage", chat_id=local.group_id, message_id=sent[-1]["message_id"])
    expect(newest.locator(".badge")).to_have_text("1")
    for message in sent[3:-1]:
        local.call("deleteMessage", chat_id=local.group_id, message_id=message["message_id"])
    expect(group.locator(".message")).to_have_count(3)
    expect(newest).to_be_hidden()
    expect(page).to_have_title("双扣")


def test_under_a_finger_the_reply_button_covers_nothing_unasked(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 700}, has_touch=True, is_mobile=True)
    local.call("sendMessage", chat_id=local.group_id, text="桌", reply_markup=keyboard("加入"))
    message = page.locator("#group .message")
    reply = message.locator(".reply-button")
    message.get_by_role("button", name="加入").tap()
    local.call("answerCallbackQuery", callback_query_id=local.wait_for_tap())
    expect(message.locator("[aria-busy]")).to_have_count(0)
    expect(reply).to_have_css("opacity", "0")
    message.locator(".text").tap()
    expect(reply).to_have_css("opacity", "1")
    reply.tap()
    expect(page.locator("#group .reply-bar")).to_be_visible()


def test_a_deep_link_opens_the_private_chat_and_presses_start(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page("afang", viewport={"width": 360, "height": 700})
    url = f"https://t.me/{local.telegram.account.username}?start=t1"
    button = {"text": "去私聊", "url": url}
    local.call("sendMessage", chat_id=local.group_id, text="x", reply_markup={"inline_keyboard": [[button]]})
    page.locator("#group").get_by_role("button", name="去私聊").click()
    expect(page.get_by_role("tab", name="双扣 Bot")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#private .message .text")).to_have_text(re.compile(r"^/start\d\d:\d\d$"))
    [said] = local.do(lambda: local.person("afang").private.messages)
    assert said.text == "/start t1"


def test_an_answer_to_a_tap_may_be_a_deep_link(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page("afang")
    expect(page.locator("#private").get_by_role("button", name="开始")).to_be_visible()
    local.call("sendMessage", chat_id=local.group_id, text="桌", reply_markup=keyboard("加入"))
    page.locator("#group").get_by_role("button", name="加入").click()
    url = f"https://t.me/{local.telegram.account.username}?start=j1"
    local.call("answerCallbackQuery", callback_query_id=local.wait_for_tap(), url=url)
    expect(page.locator("#private .message")).to_contain_text("/start")
    expect(page.locator("#private textarea")).to_be_visible()


def test_a_link_to_a_message_goes_to_it(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 700})
    first = local.call("sendMessage", chat_id=local.group_id, text="最早的")
    for number in range(30):
        local.call("sendMessage", chat_id=local.group_id, text=str(number))
    url = f"https://t.me/c/{-local.group_id - 10**12}/{first['message_id']}"
    local.call(
        "sendMessage",
        chat_id=local.person("xiaoming").id,
        text="x",
        reply_markup={"inline_keyboard": [[{"text": "去桌上", "url": url}]]},
    )
    page.get_by_role("tab", name="双扣 Bot").click()
    page.locator("#private").get_by_role("button", name="去桌上").click()
    expect(page.locator("#group").get_by_text("最早的")).to_be_in_viewport()


def test_a_stopped_bot_can_be_started_again(local: LocalTelegram, open_page: Opener) -> None:
    private = open_page().locator("#private")
    private.get_by_role("button", name="停用机器人").click()
    expect(private.locator("textarea")).to_be_hidden()
    assert local.do(lambda: local.person("xiaoming").user.blocked)
    private.get_by_role("button", name="重新启用").click()
    expect(private.locator("textarea")).to_be_visible()
    assert not local.do(lambda: local.person("xiaoming").user.blocked)


def test_the_command_menu_is_the_one_for_this_chat_and_language(local: LocalTelegram, open_page: Opener) -> None:
    for scope, language, commands in (
        ("all_group_chats", "", {"newgame": "开一桌", "rank": "称号"}),
        ("all_group_chats", "en", {"newgame": "open a table", "rank": "title"}),
        ("all_private_chats", "", {"hand": "看牌"}),
    ):
        local.call(
            "setMyCommands",
            scope={"type": scope},
            language_code=language,
            commands=[{"command": name, "description": words} for name, words in commands.items()],
        )
    page = open_page()
    page.locator("#private").get_by_role("button", name="命令").click()
    expect(page.get_by_role("option")).to_have_text(["/hand看牌"])
    line = page.locator("#group textarea")
    line.fill("/")
    expect(page.locator("#group").get_by_role("option")).to_have_text(["/newgame开一桌", "/rank称号"])
    line.press("ArrowDown")
    line.press("Enter")
    expect(page.locator("#group .message")).to_contain_text("/rank")
    expect(line).to_have_value("")

    page.get_by_role("button", name="English").click()
    line.type("/ne")
    expect(page.locator("#group").get_by_role("option")).to_have_text(["/newgameopen a table"])


def test_an_answer_quotes_what_it_answers(local: LocalTelegram, open_page: Opener) -> None:
    local.call("setMyCommands", commands=[{"command": "rank", "description": "称号"}])
    hong, ming = open_page("xiaohong"), open_page("xiaoming")
    hong.locator("#group textarea").fill("我几级了")
    hong.locator("#group textarea").press("Enter")
    message = ming.locator("#group .message", has_text="我几级了")
    message.hover()
    message.get_by_role("button", name="回复").click()
    expect(ming.locator("#group .reply-bar")).to_contain_text("回复 小红")
    ming.locator("#group textarea").fill("/ra")
    expect(ming.get_by_role("option")).to_have_text(["/rank称号"])
    ming.locator("#group textarea").press("Enter")
    expect(hong.locator("#group .message.in .quote")).to_have_text("小红我几级了")
    expect(ming.locator("#group .reply-bar")).to_be_hidden()
    said = local.do(lambda: local.telegram.history(local.person("xiaoming").id, local.group_id)[-1])
    assert said.reply_to is not None
    assert said.reply_to.text == "我几级了"


def test_typing_shows_until_the_message_is_there(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    status = page.locator("#group .status")
    expect(status).to_have_text("6 位成员")
    local.call("sendChatAction", chat_id=local.group_id, action="typing")
    expect(status).to_have_text("正在输入…")
    local.call("sendMessage", chat_id=local.group_id, text="好")
    expect(status).to_have_text("6 位成员")


def test_the_page_is_in_the_language_of_the_browser_until_one_is_chosen(open_page: Opener) -> None:
    for locale, hint, lang in (
        ("en-GB", "Message", "en"),
        ("fr-FR", "Message", "en"),
        ("zh-TW", "输入消息", "zh-Hans"),
    ):
        page = open_page(locale=locale)
        expect(page.locator("#group textarea")).to_have_attribute("placeholder", hint)
        expect(page.locator("html")).to_have_attribute("lang", lang)
    page.locator("#language").click()
    expect(page.locator("#group textarea")).to_have_attribute("placeholder", "Message")
    page.reload()
    expect(page.locator("#group textarea")).to_have_attribute("placeholder", "Message")


def test_one_can_become_somebody_else(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page("xiaoming")
    local.call("sendMessage", chat_id=local.person("xiaoming").id, text="小明的牌")
    expect(page.locator("#private .text")).to_contain_text("小明的牌")
    page.get_by_role("link", name="换成 小红").click()
    expect(page.get_by_role("link", name="换成 小红")).to_have_attribute("aria-current", "true")
    expect(page.locator("#private .text")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name="换成 小红")).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator("#private .text")).to_contain_text("小明的牌")


FOCUS = """(() => {
  const focused = document.activeElement;
  const around = [focused, focused.querySelector(":scope > .body"), focused.closest(".line")].filter(Boolean);
  const isMarked = around.some((element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" || style.boxShadow !== "none";
  });
  return [focused.getAttribute("aria-label") ?? focused.textContent, isMarked];
})()"""
"""What has the focus, and whether one sees it: by itself, a message by its body, the field to write in by its line."""


def test_everything_can_be_done_with_the_keyboard(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    local.call("sendMessage", chat_id=local.group_id, text="一", reply_markup=keyboard("甲"))
    local.call("sendMessage", chat_id=local.group_id, text="二", reply_markup=keyboard("乙"))
    expect(page.locator("#group .message")).to_have_count(2)
    marked = {}
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body"):  # where the round ends
        label, is_marked = page.evaluate(FOCUS)
        marked[label] = is_marked
        page.keyboard.press("Tab")
    assert {"换成 老王", "甲", "乙", "命令", "给 双扣群 发消息", "给 双扣 Bot 发消息"} <= marked.keys()
    assert [label for label, is_marked in marked.items() if not is_marked] == []

    page.locator("#group").get_by_role("button", name="甲").focus()
    page.keyboard.press("Enter")
    local.call("answerCallbackQuery", callback_query_id=local.wait_for_tap())
    message = page.locator("#group .message").last
    message.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#group .message").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#group .message").first.get_by_role("button", name="回复")).to_be_focused()


def test_rows_of_buttons_stay_rows_at_every_width(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    labels = "大王 2×3 A×3 K×3 Q×2"
    rows = [labels, "单3 对4 连对10–A带王", "一个很长很长很长很长很长很长很长很长很长的按钮"]
    local.call("sendMessage", chat_id=local.group_id, text="牌 " * 200, reply_markup=keyboard(*rows))
    local.call("sendPhoto", chat_id=local.group_id, photo=_photo(local), caption="图")
    expect(page.locator("#group .message")).to_have_count(2)
    for width in (320, 360, 800, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        check_rows(page, width)


ROWS = """[...document.querySelectorAll("#group .row")].map((row) => [...row.children].map((button) => {
  const { left, right, top } = button.getBoundingClientRect();
  const label = button.firstElementChild;
  return { left, right, top, isWhole: label.scrollWidth <= label.clientWidth };
}))"""
"""Where the buttons of every row are, and whether their labels fit."""


def check_rows(page: Page, width: int) -> None:
    rows = page.evaluate(ROWS)
    assert [len(row) for row in rows] == [5, 3, 1]
    for row in rows:
        assert len({button["top"] for button in row}) == 1
        assert all(left["right"] <= right["left"] for left, right in pairwise(row))
        assert all(button["right"] - button["left"] >= 40 for button in row)
    assert all(button["isWhole"] for button in rows[0])
    assert page.evaluate("document.documentElement.scrollWidth") == width
    scroller = page.locator("#group .scroller")
    assert scroller.evaluate("element => element.scrollWidth <= element.clientWidth")


def _photo(local: LocalTelegram) -> str:
    """The file id of a picture the server knows."""
    sizes = local.do(lambda: local.telegram.files.add_photo(Upload("green.png", picture("green"))))
    return str(sizes[-1]["file_id"])


def test_a_picture_is_shown_changes_and_opens(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page()
    sent = local.call("sendPhoto", chat_id=local.group_id, photo=_photo(local), caption="一")
    image = page.locator("#group .photo img")
    expect(image).to_have_js_property("naturalWidth", 64)
    first = image.get_attribute("src")
    local.call(
        "editMessageMedia",
        chat_id=local.group_id,
        message_id=sent["message_id"],
        media={"type": "photo", "media": _photo(local), "caption": "二"},
    )
    expect(image).not_to_have_attribute("src", first or "")
    expect(page.locator("#group .text")).to_contain_text("二")
    image.click()
    expect(page.locator("#lightbox img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#lightbox")).to_be_hidden()


def test_on_a_narrow_window_one_chat_is_shown_and_the_other_counts(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 700})
    expect(page.locator("#group")).to_be_visible()
    expect(page.locator("#private")).to_be_hidden()
    tab = page.get_by_role("tab", name="双扣 Bot")
    for words in ("一", "二"):
        local.call("sendMessage", chat_id=local.person("xiaoming").id, text=words)
    expect(tab.locator(".badge")).to_have_text("2")
    tab.click()
    expect(page.locator("#private")).to_be_visible()
    expect(page.locator("#group")).to_be_hidden()
    expect(tab.locator(".badge")).to_be_hidden()
    page.reload()
    expect(page.locator("#private").get_by_text("二")).to_be_visible()

    page.get_by_role("button", name="你是 小明").click()
    page.get_by_role("link", name="换成 老王").click()
    expect(page.get_by_role("button", name="你是 老王")).to_be_visible()
    expect(page.get_by_role("link", name="换成 老王")).to_be_hidden()


def brightness(page: Page) -> float:
    """Of the line one writes on, 0…255."""
    colour = page.locator("#group footer").evaluate("footer => getComputedStyle(footer).backgroundColor")
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


def test_dark_follows_the_system_until_somebody_chooses(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page(color_scheme="dark")
    assert brightness(page) < 60
    theme = page.get_by_role("button", name="主题")
    expect(theme).to_have_text("主题：跟随系统")
    theme.click()
    expect(theme).to_have_text("主题：浅色")
    assert brightness(page) > 200
    page.reload()
    assert brightness(page) > 200
    theme.click()
    expect(theme).to_have_text("主题：深色")
    assert brightness(page) < 60


def test_a_draft_and_the_unread_survive_a_reload(local: LocalTelegram, open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 700})
    page.locator("#group textarea").fill("还没写完")
    local.call("sendMessage", chat_id=local.person("xiaoming").id, text="一")
    badge = page.get_by_role("tab", name="双扣 Bot").locator(".badge")
    expect(badge).to_have_text("1")
    page.reload()
    expect(page.locator("#group textarea")).to_have_value("还没写完")
    expect(badge).to_have_text("1")


def test_the_page_comes_back_when_the_server_does(open_page: Opener) -> None:
    """A server that starts anew has another token: the page loads itself again."""
    with LocalTelegram() as first:
        port = int(first.url.rstrip("/").rpartition(":")[2])
        page = open_page(url=first.url)
        expect(page.locator("#group .status")).to_have_text("6 位成员")
    expect(page.locator("#group .status")).to_have_text("正在连接…")
    page.locator("#group textarea").fill("在吗")
    page.locator("#group textarea").press("Enter")
    expect(page.locator("#group .toasts")).to_have_text("没发出去，连上以后再试一次")
    expect(page.locator("#group textarea")).to_have_value("在吗")
    with LocalTelegram(port) as second:
        expect(page.locator("#group .status")).to_have_text("6 位成员")
        page.locator("#group textarea").press("Enter")
        expect(page.locator("#group .message .text")).to_contain_text("在吗")
        assert second.do(lambda: second.telegram.history(second.person("xiaoming").id, second.group_id)[-1].text) == (
            "在吗"
        )
