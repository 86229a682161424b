"""A small Telegram that the tests of the fake share, and short ways to call it."""

from dataclasses import dataclass
from typing import Any

from bot.playground.fake import FakeTelegram, Group, Limits, ManualClock, Person, Upload


@dataclass(frozen=True)
class Scene:
    """Ann, who has started the bot, Bob, who has not, and a supergroup with both and the bot in it."""

    clock: ManualClock
    telegram: FakeTelegram
    ann: Person
    bob: Person
    group: Group

    async def ok(self, method: str, files: dict[str, Upload] | None = None, /, **parameters: Any) -> Any:
        """The result of a call, which has to succeed."""
        reply = await self.telegram.call(method, parameters, files)
        assert reply.status == 200, reply.body
        return reply.body["result"]

    async def refused(self, method: str, files: dict[str, Upload] | None = None, /, **parameters: Any) -> str:
        """The description of a call's refusal, which has to come."""
        reply = await self.telegram.call(method, parameters, files)
        assert reply.status != 200, f"{method} succeeded: {reply.body}"
        assert reply.body["ok"] is False
        assert reply.body["error_code"] == reply.status
        return str(reply.body["description"])

    async def updates(self, **parameters: Any) -> list[dict[str, Any]]:
        """What is pending, confirmed at once."""
        updates: list[dict[str, Any]] = await self.ok("getUpdates", **parameters)
        if updates:
            await self.ok("getUpdates", offset=updates[-1]["update_id"] + 1)
        return updates


def set_scene(limits: Limits | None = None) -> Scene:
    """The scene, with Telegram's own flood control or these limits."""
    clock = ManualClock()
    telegram = FakeTelegram(clock=clock, limits=limits)
    ann, bob = telegram.add_person("Ann", started=True), telegram.add_person("Bob")
    return Scene(clock, telegram, ann, bob, telegram.add_group("Cards", [ann, bob]))
