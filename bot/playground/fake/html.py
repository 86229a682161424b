"""Telegram's HTML: markup in, plain text and entities out, refused in the server's own words.

Offsets and lengths of entities count UTF-16 code units, as everywhere in the Bot API; the offsets in error texts
count UTF-8 bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

from bot.playground.fake.errors import bad_request
from bot.playground.fake.links import split_link

Entity = dict[str, Any]

MAX_ENTITIES: Final = 100
"""Entities past this number are dropped by the server without a word."""

_SIMPLE_TAGS: Final = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "code": "code",
}
_TAGS: Final = _SIMPLE_TAGS.keys() | {"a", "span", "pre", "blockquote", "tg-emoji", "tg-time"}
_MARKUP: Final = re.compile(r"[<&]")
_CHARACTER: Final = re.compile(r"&(?:#([0-9]{1,8})|#[xX]([0-9a-fA-F]{1,8})|(lt|gt|amp|quot));?")
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TAG_NAME: Final = re.compile(r"[^\s>]*")
_ATTRIBUTE_NAME: Final = re.compile(r"[^\s=>/\"']*")
_BARE_VALUE: Final = re.compile(r"[A-Za-z0-9.\-]*")
_SPACES: Final = re.compile(r"\s*")
_NO_ADDRESS: Final = (
    r"\s<>\"«»\u2000-\u200b\u200e\u200f\u2016-\u206f"  # what ends an address, also where it is invisible
)
_LABEL: Final = rf"(?:[A-Za-z0-9_~-]|[^\x00-\xbf{_NO_ADDRESS}])+"
_PATH: Final = rf"(?:[/?#](?:[^{_NO_ADDRESS}]*[^{_NO_ADDRESS}.,:;!?'`(])?)?"
_FOUND_IN_TEXT: Final = re.compile(
    rf"(?P<email>(?<![\w.+@/#-])[\w.+-]+@(?:[A-Za-z0-9_-]+\.)+[A-Za-z]{{2,8}}(?![\w@]))"
    rf"|(?P<url>(?:https?|ftp)://(?:{_LABEL}\.)+{_LABEL}(?::\d{{1,5}})?{_PATH}"
    rf"|(?:tg|ton)://[A-Za-z0-9_-]+{_PATH}"
    rf"|(?<![\w.@/#~-])(?:{_LABEL}\.)+[A-Za-z]{{2,24}}(?![\w@~-])(?::\d{{1,5}})?{_PATH})"
    r"|(?P<bot_command>(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>]))"
    r"|(?P<mention>(?<!\w)@[A-Za-z0-9_]{2,32}(?!\w))"
    r"|(?P<hashtag>(?<![\w\u200c\u00b7#])#(?=[\w\u200c\u00b7]*[^\W\d_])[\w\u200c\u00b7]{1,256}(?![\w\u200c\u00b7]*#))"
    r"|(?P<cashtag>(?<![\w$])\$(?:1INCH|[A-Z]{1,8})(?![\w$]))"
    r"|(?P<phone_number>(?<![\w+])\+\d(?:[ -]?\d){6,14}(?!\w))"
    r"|(?P<bank_card_number>(?<![\w+.,-])\d(?:[ -]?\d){12,18}(?![\w-]))"
)
"""What the server takes for an entity by itself; stricter than it: any word of letters may end a domain, and any
number may be a card's.
"""
FOUND_TYPES: Final = frozenset(_FOUND_IN_TEXT.groupindex)
"""The types of entities that nobody marked."""


@dataclass(frozen=True, slots=True)
class FormattedText:
    """Text as readers see it, and what parts of it look like."""

    text: str
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class _OpenTag:
    name: str
    attributes: dict[str, str]
    offset: int  # UTF-16 units of text before it
    start: int  # characters of text before it


def utf16_length(text: str) -> int:
    """The length of `text` in UTF-16 code units.

    >>> utf16_length("双扣"), utf16_length("🃏")
    (2, 2)
    """
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def parse_html(markup: str) -> FormattedText:
    """Read Telegram-HTML.

    Raises ApiError 400 "can't parse entities: …" for unknown tags, wrong nesting and broken attributes.

    >>> parse_html("<b>5</b> &lt; 6")
    FormattedText(text='5 < 6', entities=({'type': 'bold', 'offset': 0, 'length': 1},))
    """
    if _MARKUP.search(markup) is None:
        return _finished(markup, [])
    return _Parser(markup).parse()


def plain_text(text: str, entities: Any = None) -> FormattedText:
    """Text sent without a parse mode, with the entities that came along; ApiError 400 if they are none."""
    if entities is None:
        return _finished(text, [])
    if not isinstance(entities, list):
        raise bad_request("can't parse message entities: expected an Array")
    return _finished(text, [_checked(entity) for entity in entities])


def _checked(entity: Any) -> Entity:
    if not isinstance(entity, dict) or not isinstance(entity.get("type"), str):
        raise bad_request("can't parse MessageEntity: expected an Object with a type")
    offset, length = entity.get("offset"), entity.get("length")
    if not isinstance(offset, int) or not isinstance(length, int) or offset < 0 or length <= 0:
        raise bad_request("can't parse MessageEntity: offset and length should be numbers of UTF-16 code units")
    if entity["type"] == "text_mention":
        user = entity.get("user")
        return entity | {"user": user.get("id") if isinstance(user, dict) else None}
    return dict(entity)


class _Parser:
    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.at = 0
        self.parts: list[str] = []
        self.length = 0  # UTF-16 units written
        self.characters = 0
        self.open: list[_OpenTag] = []
        self.entities: list[Entity] = []

    def parse(self) -> FormattedText:
        while (found := _MARKUP.search(self.markup, self.at)) is not None:
            self._write(self.markup[self.at : found.start()])
            self.at = found.start()
            if self.markup[self.at] == "&":
                self._character()
            elif self.markup.startswith("</", self.at):
                self._end_tag()
            else:
                self._start_tag()
        self._write(self.markup[self.at :])
        if self.open:
            raise self._error(f'Can\'t find end tag corresponding to start tag "{self.open[-1].name}"')
        return _finished("".join(self.parts), self.entities)

    def _write(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.length += utf16_length(text)
            self.characters += len(text)

    def _character(self) -> None:
        found = _CHARACTER.match(self.markup, self.at)
        if found is None:  # a lone ampersand stands for itself
            self._write("&")
            self.at += 1
            return
        self._write(_decoded(found))
        self.at = found.end()

    def _start_tag(self) -> None:
        begin = self.at
        name_match = _TAG_NAME.match(self.markup, begin + 1)
        assert name_match is not None  # the pattern matches the empty string
        name = name_match.group().lower()
        self.at = name_match.end()
        if self.at >= len(self.markup):
            raise self._error(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        if name not in _TAGS:
            raise self._error(f'Unsupported start tag "{name}" at byte offset {self._bytes(begin)}')
        attributes = self._attributes(name, begin)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise self._error(f'Tag "span" must have class "tg-spoiler" at byte offset {self._bytes(begin)}')
        self.open.append(_OpenTag(name, attributes, self.length, self.characters))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            self._skip_spaces()
            if self.at >= len(self.markup):
                raise self._error(f"Unclosed start tag at byte offset {self._bytes(begin)}")
            if self.markup[self.at] == ">":
                self.at += 1
                return attributes
            name = self._take(_ATTRIBUTE_NAME).lower()
            if not name:
                raise self._error(f'Empty attribute name in the tag "{tag}" at byte offset {self._bytes(begin)}')
            self._skip_spaces()
            if not self.markup.startswith("=", self.at):
                if tag == "blockquote" and name == "expandable":
                    attributes[name] = ""
                    continue
                raise self._error(
                    f'Expected equal sign in declaration of an attribute of the tag "{tag}" '
                    f"at byte offset {self._bytes(begin)}"
                )
            self.at += 1
            self._skip_spaces()
            attributes[name] = self._value(begin)

    def _value(self, begin: int) -> str:
        quote = self.markup[self.at : self.at + 1]
        if quote not in ("'", '"') or not quote:
            value = self._take(_BARE_VALUE)
            if self.at >= len(self.markup):
                raise self._error(f"Unclosed start tag at byte offset {self._bytes(begin)}")
            if self.markup[self.at] not in "> \t\n":
                raise self._error(f"Unexpected end of name token at byte offset {self._bytes(self.at)}")
            return value
        end = self.markup.find(quote, self.at + 1)
        if end < 0:
            raise self._error(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        raw, self.at = self.markup[self.at + 1 : end], end + 1
        return _CHARACTER.sub(_decoded, raw)

    def _end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise self._error(f"Unexpected end tag at byte offset {self._bytes(begin)}")
        self.at += 2
        name = self._take(_TAG_NAME).lower()
        self._skip_spaces()
        if not self.markup.startswith(">", self.at):
            raise self._error(f"Unclosed end tag at byte offset {self._bytes(begin)}")
        self.at += 1
        tag = self.open.pop()
        if name and name != tag.name:
            raise self._error(
                f'Unmatched end tag at byte offset {self._bytes(begin)}, expected "</{tag.name}>", found "</{name}>"'
            )
        if self.length > tag.offset:
            self._close(tag)

    def _close(self, tag: _OpenTag) -> None:
        entity: Entity = {"type": "", "offset": tag.offset, "length": self.length - tag.offset}
        if tag.name in _SIMPLE_TAGS:
            entity["type"] = _SIMPLE_TAGS[tag.name]
            if tag.name == "code" and tag.attributes.get("class", "").startswith("language-"):
                entity["language"] = tag.attributes["class"].removeprefix("language-")
        elif tag.name == "span":
            entity["type"] = "spoiler"
        elif tag.name == "blockquote":
            entity["type"] = "expandable_blockquote" if "expandable" in tag.attributes else "blockquote"
        elif tag.name == "tg-emoji":
            entity |= {"type": "custom_emoji", "custom_emoji_id": tag.attributes.get("emoji-id", "")}
        elif tag.name == "tg-time":
            unix = tag.attributes.get("unix", "")
            if not unix.isdigit():  # as with links: the words stay
                return
            entity |= {"type": "date_time", "unix_time": int(unix)}
            if tag.attributes.get("format"):
                entity["date_time_format"] = tag.attributes["format"]
        elif tag.name == "pre":
            entity["type"] = "pre"
            self._take_language(entity)
        else:
            href = tag.attributes.get("href") or "".join(self.parts)[tag.start :]
            link = _link(href)
            if link is None:  # the server keeps the words and drops the link
                return
            entity |= link
        self.entities.append(entity)

    def _take_language(self, pre: Entity) -> None:
        """`<pre><code class="language-x">` is one entity: a pre with a language."""
        inner = self.entities[-1] if self.entities else None
        if (
            inner is not None
            and inner["type"] == "code"
            and (inner["offset"], inner["length"]) == (pre["offset"], pre["length"])
        ):
            self.entities.pop()
            if "language" in inner:
                pre["language"] = inner["language"]

    def _skip_spaces(self) -> None:
        self._take(_SPACES)

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.markup, self.at)
        assert found is not None  # all these patterns match the empty string
        self.at = found.end()
        return found.group()

    def _bytes(self, position: int) -> int:
        return len(self.markup[:position].encode())

    @staticmethod
    def _error(what: str) -> Exception:
        return bad_request(f"can't parse entities: {what}")


def _decoded(found: re.Match[str]) -> str:
    """The character that a reference means; the reference itself if there is no such character."""
    decimal, hexadecimal, name = found.groups()
    if name is not None:
        return _NAMED[name]
    code = int(decimal) if decimal is not None else int(hexadecimal, 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else found.group()


def _link(href: str) -> Entity | None:
    """The entity of a link: a mention of a user without a username, or a URL; None if it is neither."""
    address = split_link(href)
    if address is None:
        return None
    if address.scheme == "tg" and address.hostname == "user":
        user_id = "".join(parse_qs(address.query).get("id", []))
        return {"type": "text_mention", "user": int(user_id)} if user_id.isdecimal() else None
    if address.scheme != "tg" and not address.path:
        address = address._replace(path="/")
    return {"type": "text_link", "url": address.geturl()}


def _finished(text: str, entities: list[Entity]) -> FormattedText:
    """Trim the white space at both ends, find commands, mentions and links, put the entities in order."""
    trimmed = text.rstrip()
    start = len(trimmed) - len(trimmed.lstrip())
    trimmed = trimmed[start:]
    if entities and len(trimmed) != len(text):
        entities = _clipped(entities, utf16_length(text[:start]), utf16_length(trimmed))
    entities += _found(trimmed, entities)
    for entity in entities:
        if entity["type"] == "code":
            entity.pop("language", None)
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return FormattedText(trimmed, tuple(entities))


def _clipped(entities: list[Entity], start: int, length: int) -> list[Entity]:
    clipped = []
    for entity in entities:
        begin = max(0, entity["offset"] - start)
        end = min(length, entity["offset"] + entity["length"] - start)
        if begin < end:
            clipped.append(entity | {"offset": begin, "length": end - begin})
    return clipped


def _found(text: str, marked: list[Entity]) -> list[Entity]:
    """Entities the server finds by itself, outside code and links."""
    found = []
    for match in _FOUND_IN_TEXT.finditer(text):
        begin, length = utf16_length(text[: match.start()]), utf16_length(match.group())
        kind = match.lastgroup
        hidden = any(
            entity["type"] in ("code", "pre", "text_link", "text_mention")
            and entity["offset"] < begin + length
            and begin < entity["offset"] + entity["length"]
            for entity in marked
        )
        if not hidden:
            found.append({"type": kind, "offset": begin, "length": length})
    return found
