"""Whatever a program sends, the server answers: with a result or with one of its refusals."""

import asyncio
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground.fake import Limits, Upload
from bot.playground.fake.methods import METHODS
from tests.bot.playground.scene import set_scene

PARAMETERS = sorted({name for method in METHODS.values() for name in method.parameters})
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(allow_nan=False), st.text(max_size=8), st.just("<b>x</b>")
)
KEYS = st.sampled_from([*PARAMETERS, "type", "offset", "length", "inline_keyboard", "callback_data", "url", "command"])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))
CHATS = st.sampled_from(["ann", "group", "5", "@cards", "-"])


@settings(max_examples=250)
@given(
    method=st.sampled_from(sorted(method.name for method in METHODS.values())),
    chat=CHATS,
    values=st.dictionaries(st.sampled_from(PARAMETERS), VALUES, max_size=6),
    as_json=st.booleans(),
)
def test_every_call_is_answered(method: str, chat: str, values: dict[str, Any], as_json: bool) -> None:
    async def call() -> None:
        scene = set_scene(Limits.none())
        scene.ann.say("hi")
        chat_id = {"ann": scene.ann.id, "group": scene.group.id}.get(chat, chat)
        given = {"text": "x", "message_id": 1, "user_id": scene.bob.id, **values, "chat_id": chat_id}
        given.pop("timeout", None)
        if as_json:
            given = {name: value if isinstance(value, str) else json.dumps(value) for name, value in given.items()}
        reply = await scene.telegram.call(method, given, {"photo": Upload("p.png", b"x")})
        assert reply.status in (200, 400, 403)
        json.dumps(reply.body)

    asyncio.run(call())
