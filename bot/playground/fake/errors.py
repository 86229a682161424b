"""The errors in which a call to the fake can end.

    Exception
    ├── ApiError            the Bot API says no: code, description, parameters
    └── Interruption        no answer arrives at all
        ├── RequestTimedOut     the caller waited in vain
        └── ConnectionCut       the connection broke

The descriptions are the Bot API server's own words; programs match on them.
"""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """A refusal by the Bot API, as it goes over the wire."""

    def __init__(self, code: int, description: str, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def to_api(self) -> dict[str, Any]:
        """The body of the answer."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters is not None:
            body["parameters"] = self.parameters
        return body


class Interruption(Exception):
    """The caller gets no answer; whether the call took effect is for them to find out."""


class RequestTimedOut(Interruption):
    """The answer never came and the caller's patience ran out."""


class ConnectionCut(Interruption):
    """The connection broke before an answer was read."""


def bad_request(description: str) -> ApiError:
    """400: the request makes no sense now."""
    return ApiError(400, f"Bad Request: {description}")


def forbidden(description: str) -> ApiError:
    """403: the bot may not do this."""
    return ApiError(403, f"Forbidden: {description}")


def conflict(description: str) -> ApiError:
    """409: somebody else receives this bot's updates."""
    return ApiError(409, f"Conflict: {description}")


def too_many_requests(retry_after: int) -> ApiError:
    """429: come back in `retry_after` seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})


def migrated(new_chat_id: int) -> ApiError:
    """400: the group lives on as the supergroup `new_chat_id`."""
    return ApiError(
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        {"migrate_to_chat_id": new_chat_id},
    )


def unknown_method() -> ApiError:
    """404: no such method."""
    return ApiError(404, "Not Found: method not found")


def unauthorized() -> ApiError:
    """401: the token is not this bot's."""
    return ApiError(401, "Unauthorized")


def bad_gateway() -> ApiError:
    """502: the server in front could not reach the one behind."""
    return ApiError(502, "Bad Gateway")
