"""What users of other bots wished for."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.tables.state import Person as Player
from bot.telegram_api.callback_data import ButtonAction
from engine.cards import RANKS, contains, parse_counts
from engine.deal import Passed, Played
from engine.plays import PlayType
from engine.ruleset import RuleSet
from engine.seats import partner_of
from engine.shuffle import Dealt
from storage import Phase
from tests.scenarios.evening import Evening, evening, stacked
from tests.scenarios.test_whole_evenings import choose


def player(game: Evening, telegram_id: int) -> Player:
    """Somebody at the table as the tables know them."""
    return next(person for person in game.state.people if person.telegram_id == telegram_id)


async def test_another_deal_with_the_same_four_takes_one_tap_each(tmp_path: Path) -> None:
    """39: one-tap rematch with the same people. In the group or in one's private chat, whatever is nearer."""
    async with evening(tmp_path) as game:
        await game.begin()
        before = {person.telegram_id for person in game.state.people}
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))
        taps = len(game.telegram.asked)
        await game.tap_group(game.people[0], ButtonAction.AGAIN)
        await game.tap_private(game.people[1], ButtonAction.AGAIN)
        await game.tap_group(game.people[2], ButtonAction.AGAIN)
        await game.shows(game.group, "3/4")
        await game.tap_private(game.people[3], ButtonAction.AGAIN)
        assert len(game.telegram.asked) == taps + 4
        assert game.live.number == 2
        assert {person.telegram_id for person in game.state.people} == before


async def test_a_rematch_after_somebody_left_waits_for_a_fourth(tmp_path: Path) -> None:
    """39: and when one of them goes home, the others need not start from scratch."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))
        await game.tap_group(game.people[0], ButtonAction.AGAIN)
        await game.say(game.people[3], "/leave", game.group)
        assert game.state.phase is Phase.LOBBY
        await game.until(lambda: game.buttons(game.group, ButtonAction.JOIN))
        assert not game.buttons(game.group, ButtonAction.AGAIN)
        assert "还差 1 人" in (await game.tap_group(game.people[0], ButtonAction.START)).text
        await game.join(game.people[4])
        await game.deal()
        assert game.live.number == 2
        await game.pass_time(10)
        assert not game.buttons(game.group, ButtonAction.START), "the lobby has done its work"


async def test_who_wants_to_know_is_told_when_a_table_opens(tmp_path: Path) -> None:
    """39: "tell me when the next game starts". One command, and one to stop."""
    async with evening(tmp_path) as game:
        await game.say(game.people[4], "/notify", game.group)
        await game.sit_down(*game.people[1:4])
        await game.shows(game.people[4].private, "双扣群", "开桌了", "小明")
        await game.say(game.people[0], "/end", game.group)
        await game.tap_private(game.people[4], ButtonAction.NOTIFY, arg=f"0.{game.group.id}")
        count = len(game.people[4].private.from_bot)
        await game.sit_down(*game.people[1:4])
        await game.pass_time(10)
        assert len(game.people[4].private.from_bot) == count


async def test_the_deal_ends_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    """40: stop as soon as there is a winner. Nobody has to play out a deal that is over."""
    async with evening(tmp_path) as game:
        await game.begin()
        live = await game.play_out()
        assert live.deal.settlement is not None
        went_out = live.deal.order
        assert len(went_out) in (2, 3)
        if len(went_out) == 2:
            assert partner_of(went_out[0]) == went_out[1]


async def test_the_group_prompt_opens_ones_hand(tmp_path: Path) -> None:
    """40: a button that opens your hand from the group, under the one message of the deal."""
    async with evening(tmp_path) as game:
        await game.begin()
        opening = await game.shows(game.group, "明牌")
        [(message, *_)] = game.buttons(game.group, ButtonAction.MY_HAND)
        assert message.id == opening.id


async def test_figures_do_not_tell_what_hands_do_not(tmp_path: Path) -> None:
    """41: live stats leak hidden facts. In mid-deal neither /stats nor /history nor /replay nor /verify knows of it."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.act()
        for command in ("/stats", "/history", "/replay", "/verify", "/rank", "/top"):
            await game.pass_time(4)
            await game.say(game.people[0], command, game.group)
        await game.pass_time(10)
        assert not any(
            game.live.seed.hex() in m.text or game.live.server_seed.hex() in m.text for m in game.said_in(game.group)
        )
        await game.play_out()


async def test_the_seed_is_shown_when_the_deal_is_over_and_not_before(tmp_path: Path) -> None:
    """41: the seed would tell all hands. /verify shows it once the deal is over, and it fits what had been shown to be
    sealed before the first tap.
    """
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        sealed = game.state.commitment
        await game.say(game.people[0], "/verify", game.group)
        await game.shows(game.group, sealed)
        await game.deal()
        await game.pass_time(10)
        await game.say(game.people[0], "/verify", game.group)
        await game.play_out()
        ended = game.state.last_activity
        seed = game.live.server_seed.hex()
        await game.pass_time(10)
        assert not any(seed in message.text for message in game.said_in(game.group)), "nobody has asked"
        await game.say(game.people[0], "/verify", game.group)
        shown = await game.shows(game.group, seed)
        assert sealed in shown.text
        first = next(call.at for call in game.telegram.calls if seed in str(call.parameters.get("text", "")))
        assert ended <= first


async def test_cards_are_told_apart_without_colours(tmp_path: Path) -> None:
    """23, 43: cards not shown at all in some clients, colour-only cards unreadable. As text, every card of a hand has
    its suit as a sign and its rank: for who wants texts, and for everybody where no picture can be had.
    """
    async with evening(tmp_path) as game:
        await choose(game, game.people[0], "pics=0")
        await game.begin()
        for person in game.people[:4]:
            message = await game.shows(person.private, "27 张")
            assert sum(message.text.count(sign) for sign in "♠♥♦♣") >= 23
        assert game.watch.secrets_seen


async def test_a_play_that_does_not_beat_the_table_is_refused_with_the_reason(tmp_path: Path) -> None:
    """44: a shedding game that did not check "beats the last play". Typed or tapped, it is refused, the reason is told,
    and what was selected stays.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        await game.act()
        actor, live = game.acting, game.live
        seat, weakest = (
            game.seat(actor),
            RANKS[next(slot for slot, held in enumerate(live.deal.hands[game.seat(actor)]) if held)],
        )
        await game.until(lambda: game.buttons(actor.private, ButtonAction.PASS, turn=live.turn))
        assert not live.deal.can_play(seat, parse_counts(weakest.value))
        await game.say(actor, weakest.value)
        told = actor.private.last.text
        toast = await game.tap_private(actor, ButtonAction.TOGGLE, arg=weakest.value)
        assert "⚠️" in toast.text
        assert not game.buttons(actor.private, ButtonAction.PLAY_SELECTED), "it is greyed"
        message, tap, _ = game.buttons(actor.private, ButtonAction.HINT)[0]
        old = replace(tap, action=ButtonAction.PLAY_SELECTED, turn=live.turn).encode()
        forged = actor.forge_tap(message, old)
        await game.settle()
        answer = await forged.answer()
        assert answer.text
        assert answer.text in told
        assert answer.text in toast.text
        assert sum(game.table.hand(player(game, actor.id).id).selected) == 1
        assert game.live.deal == live.deal


async def test_what_cannot_be_beaten_is_passed_by_itself_for_who_wants_that(tmp_path: Path) -> None:
    """9, 10: waiting for people who have nothing to decide. With 自动不出 on they pass by themselves within seconds."""
    async with evening(tmp_path, seed=3) as game:
        for person in game.people[:4]:
            await choose(game, person, "pass=1")
        await game.begin()
        passed = 0
        while not game.live.deal.is_over:
            live = game.live
            seat = live.deal.to_act
            assert seat is not None
            if live.deal.to_beat is not None and not live.deal.view(seat).legal_plays:
                taps = len(game.telegram.asked)
                await game.until(lambda turn=live.turn: game.live.turn > turn, 5)  # type: ignore[misc]  # mypy cannot type a default in a lambda
                assert isinstance(game.live.deal.log[live.turn], Passed)
                assert len(game.telegram.asked) == taps
                passed += 1
            else:
                await game.act()
        assert passed > 3


async def test_who_is_out_sees_his_partners_hand_where_the_table_allows_it(tmp_path: Path) -> None:
    """18, 24: the partner's cards, nobody else's, and only then. `Watch` compares every card with the true hands."""
    for allowed in (True, False):
        folder = tmp_path / str(allowed)
        folder.mkdir()
        async with evening(folder, rules=RuleSet(partner_view=allowed)) as game:
            for person in game.people[:4]:
                await choose(game, person, "pics=0")
            await game.begin()
            await game.act_until(lambda: game.live.deal.order)
            if game.live.deal.is_over:
                continue
            first = game.live.deal.order[0]
            out = game.player_at(game.live, first)
            assert out is not None
            if allowed:
                message = await game.shows(out.private, "对家", "还有")
                assert any(sign in message.text for sign in "♠♥♦♣王")
                assert "只有你看得见" in (await game.tap_group(out, ButtonAction.MY_HAND)).text
                here = (await game.until(partial(out.ephemeral, game.group)))[-1]
                assert "还有" in here.text
                assert any(sign in here.text for sign in "♠♥♦♣王")
            else:
                message = await game.shows(out.private, "不看对家的牌")
                assert not any(sign in message.text for sign in "♠♥♦♣")
                await game.tap_group(out, ButtonAction.MY_HAND)
                here = (await game.until(partial(out.ephemeral, game.group)))[-1]
                assert not any(sign in here.text for sign in "♠♥♦♣")
            await game.play_out()


async def test_a_true_tie_is_asked_with_two_buttons(tmp_path: Path) -> None:
    """15: a wild card without colour left the game undecided. Where two readings tie the player is asked, and plays the
    one they mean with one tap; nothing happens before.
    """
    tie = parse_counts("QKAwwW")

    def leader_has_it(dealt: Dealt) -> bool:
        return contains(dealt.seated_counts[dealt.leader], tie)

    async with evening(tmp_path, entropy=await stacked(tmp_path, leader_has_it)) as game:
        await game.begin()
        actor = game.acting
        await game.until(lambda: game.buttons(actor.private, ButtonAction.HINT))
        await game.say(actor, "Q K A 王王 大王")
        assert game.live.turn == 0

        def asked() -> list[str]:
            offered = [tap.arg for _, tap, _ in game.buttons(actor.private, ButtonAction.PLAY, turn=0)]
            return sorted(arg for arg in offered if "." in arg)

        args = await game.until(asked)
        assert [arg.partition(".")[2] for arg in args] == ["pair_run", "straight"]
        await game.shows(actor.private, "两种出法")
        await game.tap_private(actor, ButtonAction.PLAY, arg=args[0])
        entry = game.live.deal.log[0]
        assert isinstance(entry, Played)
        assert (entry.play.type, entry.play.cards) == (PlayType.PAIR_RUN, tie)
