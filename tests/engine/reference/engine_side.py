"""The engine, asked the way programs in other languages ask it."""

import json

from engine.batch import answer_line

from .protocol import Json


def ask(request: Json) -> Json:
    """The engine's answer to a request, as a line of JSON goes in and comes out."""
    answer = json.loads(answer_line(json.dumps(request).encode()))
    assert isinstance(answer, dict)
    return answer
