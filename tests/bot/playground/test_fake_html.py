"""Telegram-HTML in, text and entities out, or the server's own complaint."""

from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.fake.errors import ApiError
from bot.playground.fake.html import parse_html, plain_text, utf16_length


def entity(kind: str, offset: int, length: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "offset": offset, "length": length, **more}


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>x</b>", "x", [entity("bold", 0, 1)]),
        ("<STRONG>x</strong>", "x", [entity("bold", 0, 1)]),
        ("<i>x</i><em>y</em>", "xy", [entity("italic", 0, 1), entity("italic", 1, 1)]),
        ("<u>x</u><ins>y</ins>", "xy", [entity("underline", 0, 1), entity("underline", 1, 1)]),
        (
            "<s>x</s><strike>y</strike><del>z</del>",
            "xyz",
            [entity("strikethrough", 0, 1), entity("strikethrough", 1, 1), entity("strikethrough", 2, 1)],
        ),
        ("<b>a<i>b</i></b>", "ab", [entity("bold", 0, 2), entity("italic", 1, 1)]),
        ("<b>a</>", "a", [entity("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("🃏<b>双</b>", "🃏双", [entity("bold", 2, 1)]),
        ("&lt;&gt;&amp;&quot;&#x27;&#39;&nbsp;&", "<>&\"''&nbsp;&", []),
        ("&#0;", "&#0;", []),
        ('<span class="tg-spoiler">x</span>', "x", [entity("spoiler", 0, 1)]),
        ("<tg-spoiler>x</tg-spoiler>", "x", [entity("spoiler", 0, 1)]),
        ('<tg-emoji emoji-id="5">x</tg-emoji>', "x", [entity("custom_emoji", 0, 1, custom_emoji_id="5")]),
        (
            '<tg-time unix="5" format="T">x</tg-time>',
            "x",
            [entity("date_time", 0, 1, unix_time=5, date_time_format="T")],
        ),
        ('<tg-time unix="5">x</tg-time><tg-time>y</tg-time>', "xy", [entity("date_time", 0, 1, unix_time=5)]),
        ("<code>x</code>", "x", [entity("code", 0, 1)]),
        ("<pre>x</pre>", "x", [entity("pre", 0, 1)]),
        ('<pre><code class="language-py">x</code></pre>', "x", [entity("pre", 0, 1, language="py")]),
        ("<pre>a<code>x</code></pre>", "ax", [entity("pre", 0, 2), entity("code", 1, 1)]),
        ("<blockquote>x</blockquote>", "x", [entity("blockquote", 0, 1)]),
        ("<blockquote expandable>x</blockquote>", "x", [entity("expandable_blockquote", 0, 1)]),
        ('<a href="https://t.me/x?a=1&amp;b=2">x</a>', "x", [entity("text_link", 0, 1, url="https://t.me/x?a=1&b=2")]),
        ("<a href=t.me>x</a>", "x", [entity("text_link", 0, 1, url="http://t.me/")]),
        ('<a href="tg://user?id=7">x</a>', "x", [entity("text_mention", 0, 1, user=7)]),
        ('<a href="nowhere">x</a>', "x", []),
        ("<a>t.me/x</a>", "t.me/x", [entity("text_link", 0, 6, url="http://t.me/x")]),
        (" \n<b> x </b>\n", "x", [entity("bold", 0, 1)]),
        ("/new@a_bot @ann #tag", "/new@a_bot @ann #tag", None),
        ("<code>/new</code> a/b x@y", "/new a/b x@y", [entity("code", 0, 4)]),
        ("see https://t.me/x.", "see https://t.me/x.", [entity("url", 4, 14)]),
        ("a.b.com/?x, t.me/y", "a.b.com/?x, t.me/y", [entity("url", 0, 10), entity("url", 12, 6)]),
        ("tg://user?id=1 end.", "tg://user?id=1 end.", [entity("url", 0, 14)]),
        ("a@b.com $USD $", "a@b.com $USD $", [entity("email", 0, 7), entity("cashtag", 8, 4)]),
        ("+86 138 0013 8000", "+86 138 0013 8000", [entity("phone_number", 0, 17)]),
        ("4111 1111 1111 1111", "4111 1111 1111 1111", [entity("bank_card_number", 0, 19)]),
        ("@\u2060ann /\u2060end #\u2060tag t.\u2060me", "@\u2060ann /\u2060end #\u2060tag t.\u2060me", []),
    ],
)
def test_what_readers_see(markup: str, text: str, entities: list[dict[str, Any]] | None) -> None:
    if entities is None:
        entities = [entity("bot_command", 0, 10), entity("mention", 11, 4), entity("hashtag", 16, 4)]
    formatted = parse_html(markup)
    assert (formatted.text, list(formatted.entities)) == (text, entities)


@pytest.mark.parametrize(
    ("markup", "complaint"),
    [
        ("a <b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("扣<p>x</p>", 'Unsupported start tag "p" at byte offset 3'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b ", "Unclosed start tag at byte offset 0"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x", "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<a href>x</a>", 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'),
        ('<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=a/b>x</a>", "Unexpected end of name token at byte offset 9"),
    ],
)
def test_what_the_server_refuses(markup: str, complaint: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse_html(markup)
    assert refused.value.description == f"Bad Request: can't parse entities: {complaint}"


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert parse_html(escape(text)).text == plain_text(text).text == text.strip()


@given(st.lists(st.sampled_from(["<b>", "</b>", "<i>", "</i>", "x", "🃏", "&lt;", "<a href='t.me'>", "</a>", " "])))
def test_entities_lie_inside_the_text(parts: list[str]) -> None:
    try:
        formatted = parse_html("".join(parts))
    except ApiError:
        return
    for found in formatted.entities:
        assert 0 <= found["offset"] < found["offset"] + found["length"] <= utf16_length(formatted.text)
