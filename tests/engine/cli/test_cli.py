"""The command line: what is printed, in both languages, and the exit status."""

import argparse
import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Counts
from engine.cli import COMMANDS, main
from engine.cli.words import Explainer
from engine.explain import explain
from engine.ruleset import RuleSet
from engine.words.messages import LANGUAGES
from tests.engine.strategies import bombs, hands, plays, rule_sets

SERVER_SEED = "11" * 32
COMMITMENT = sha256(bytes.fromhex(SERVER_SEED)).hexdigest()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["456wWW"],
            [
                "4 5 6 小王 大王 大王：领出，算顺子 4 5 6 7 8 9。",
                "王：小王当 7，大王当 8、9。",
                "也能看成连对 44 55 66，但领出时按点数最大的牌型算，所以不是。",
                "它压得住：3 4 5 6 7 8。",
                "压得住它：5 6 7 8 9 10 到 9 10 J Q K A，或任何炸弹。",
            ],
        ),
        (
            ["456wWW", "--on", "334455", "--lang", "en"],
            [
                "4 5 6 w W W: laid on the pair run 33 44 55, it counts as the pair run 44 55 66.",
                "Jokers: w for 4; W for 5, 6.",
                "It could be the straight 4 5 6 7 8 9 too, but that is of another type than the pair run 33 44 55 on "
                "the table.",
                "Beats: 33 44 55.",
                "Beaten by: 55 66 77 to QQ KK AA, or any bomb.",
            ],
        ),
        (
            ["3333.444444.55555"],
            [
                "3333 444444 55555：领出，算7相连炸 3333 444444 55555。",
                "连炸只能选一种最大的算法：去掉多余的牌还原成 3333 4444 5555，4 张 + 3 组 = 7 相（12 张，点数和 48）"
                "（比其中 444444 单独算正 6 相大）。",
                "它压得住：一切不是炸弹的牌、相数更少的炸弹；同是 7 相的，还原后少于 12 张、或张数一样但点数和小于 48 "
                "的连炸。",
                "压得住它：相数更多的炸弹；同是 7 相的，任何正相数炸弹，或还原后多于 12 张、或张数一样但点数和大于 48 "
                "的连炸。",
                "值多少：赢家打出它，胜负分 ×8；贡献分向每家收 4 倍底分。",
            ],
        ),
        (
            ["QKAwwW", "--as", "pair_run", "--lang", "en"],
            [
                "Q K A w w W: led, it counts as the pair run QQ KK AA.",
                "Jokers: w for Q, K; W for A.",
                "You may choose: straight 9 10 J Q K A or pair run QQ KK AA; they reach equally high. Unasked it is "
                "the straight.",
                "Beats: 33 44 55 to JJ QQ KK.",
                "Beaten by: bombs only.",
            ],
        ),
        (
            ["77777", "--lang", "en", "--on", "AA"],
            [
                "77777: laid on the pair AA, it counts as the 5-phase bomb 77777.",
                "5 cards of a rank are 5 natural phases.",
                "Beats: everything that is no bomb, and bombs of fewer phases; of those with 5, counted-out chains and "
                "natural bombs of a lower rank.",
                "Beaten by: bombs of more phases; of those with 5, natural bombs of a rank above 7.",
                "Worth: the result ×2 if a winner plays it; bombs earn contribution points from 6 phases on.",
            ],
        ),
    ],
)
def test_cards_are_explained(capsys: pytest.CaptureFixture[str], arguments: list[str], lines: list[str]) -> None:
    status, out, err = run(capsys, "explain", *arguments)
    assert (status, err) == (0, "")
    assert out.splitlines() == lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["JQKA2"], "J Q K A 2：顺子、连对、连三张从 3 到 A，不带 2。"),
        (["33345", "--lang", "en"], "333 4 5: Nothing is attached"),
        (["3w", "--wild", "baibian"], "不能当别的牌"),
        (["KKKKAAAA2222", "--no-chain-with-two"], "连炸到 A 为止"),
        (["5", "--on", "66"], "要更大的对子，或者炸"),
        (["34567", "--on", "345678", "--lang", "en"], "It takes as many, or a bomb"),
        (["22", "--on", "8888", "--lang", "en"], "Only a higher bomb beats it"),
        (["22", "--on", "8888", "--lang", "zh"], "要更大的炸"),
        (["33", "--on", "33"], "一样大，管不上"),
        (["77777", "--on", "666666"], "这是 5 相，管不上 6 相"),
        (["wwWW", "--on", "333344445555", "--king-bomb"], "王炸最小"),
        (["4444", "--on", "444W"], "一样大，管不上"),
        (["TTTTTJJJJJQQQQQ", "--on", "3333444455556666", "--lang", "en"], "go by cards: 15 do not beat 16"),
        (["33333444445555566666", "--on", "33334444555566667777", "--lang", "en"], "go by points: 90 do not beat 100"),
    ],
)
def test_why_cards_cannot_be_played(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    status, out, err = run(capsys, "explain", *arguments)
    assert (status, err) == (1, "")
    assert words in out
    assert len(out.splitlines()) == 1


def test_the_highest_bombs_are_beaten_by_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "没有，这是最大的牌" in run(capsys, "explain", "22222222wwWW")[1]
    assert "none (equal does not beat)" in run(capsys, "explain", "22222", "--lang", "en")[1]
    assert "every other bomb" in run(capsys, "explain", "wwW", "--king-bomb", "--lang", "en")[1]


@pytest.mark.parametrize("arguments", [["3x"], [""], ["34", "--on", "34"], ["3", "--as", "pair"]])
def test_what_is_no_question_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    status, out, err = run(capsys, "explain", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("python -m engine explain: ")
    assert len(err.splitlines()) == 1


def test_an_explanation_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(run(capsys, "explain", "456wWW", "--on", "334455", "--json")[1])
    assert facts["play"]["type"] == "pair_run"
    assert facts["jokers"][0] == {"joker": "w", "stands_for": "4"}
    assert (facts["beats"], facts["beaten_by"][0]) == (["334455"], "556677")
    facts = json.loads(run(capsys, "explain", "3344", "--json")[1])
    assert (facts["play"], facts["diagnosis"]) == (None, {"cause": "short_pair_run"})
    facts = json.loads(run(capsys, "explain", "33", "--on", "44", "--json")[1])
    assert (facts["diagnosis"]["tried"]["type"], facts["diagnosis"]["cause"]) == ("pair", "lower")
    countings = json.loads(run(capsys, "explain", "333344445555", "--json")[1])["countings"]
    assert countings[0] == {"cards": "333344445555", "phases": 7, "natural": False, "strength": [7, 0, 12, 48]}


@given(st.data(), rule_sets, hands(most=12), st.sampled_from(LANGUAGES))
def test_everything_can_be_said(data: st.DataObject, rules: RuleSet, cards: Counts, language: str) -> None:
    """A sentence a line for any cards on any table; of a play what it beats and what beats it."""
    on = data.draw(st.none() | bombs(rules) | plays(rules))
    for said_of in (cards, data.draw(bombs(rules)).cards, data.draw(plays(rules)).cards):
        it = explain(said_of, on, rules)
        lines = list(Explainer(language).explanation(it))
        assert all(line.endswith(("。", ".")) and "\n" not in line for line in lines)
        assert len(lines) >= 3 if it.play else len(lines) == 1


def test_a_deal_is_recomputed_from_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "verify", "--seed", "00" * 32, "--lang", "en")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[:2] == [f"Seed: {'00' * 32}", "Deal style: shuffled"]
    assert [len(line.replace("small joker", "w").replace("big joker", "W").split()) for line in lines[2:6]] == [29] * 4
    assert lines[6] == "Opening card: ♣4 [C42] (♣4 [C41] is its twin), dealt to place 3, who leads"
    assert lines[7] == "The twin is at place 2, the partner of place 3: places 2 and 1 change seats"


def test_a_proof_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    proof = [
        "--server-seed",
        SERVER_SEED,
        "--commitment",
        COMMITMENT.upper(),
        "--deal",
        "2",
        "--tap",
        "a",
        "--tap",
        "b",
    ]
    status, out, _ = run(capsys, "verify", *proof, "--rules", '{"deal_style": "clumped"}')
    assert status == 0
    assert "与事先公布的一致" in out
    assert "第 2 局和 2 次玩家点击" in out
    assert "发牌方式：不洗牌" in out
    assert out != run(capsys, "verify", *proof[:-2], "--rules", '{"deal_style": "clumped"}')[1]


def test_without_a_commitment_nothing_is_said_about_it(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "verify", "--server-seed", SERVER_SEED, "--deal", "1", "--lang", "en")
    assert status == 0
    assert out.splitlines()[0] == f"Commitment: the SHA-256 of the server seed is {COMMITMENT}"
    assert out.splitlines()[1] == "Seed: derived from the server seed, deal 1 and 0 taps of players"


def test_a_proof_that_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    proof = ["--server-seed", SERVER_SEED, "--commitment", "00" * 32, "--deal", "1", "--lang", "en"]
    status, out, _ = run(capsys, "verify", *proof)
    assert status == 1
    assert "the seed was changed!" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seed", "00"],
        ["--seed", "00" * 32, "--deal", "1"],
        ["--seed", "00" * 32, "--rules", "{"],
        ["--seed", "00" * 32, "--rules", '{"foo": 1}'],
        ["--server-seed", "00" * 32],
        ["--server-seed", "xx" * 32, "--deal", "1"],
        ["--server-seed", "00" * 32, "--deal", "0"],
        ["--server-seed", "00" * 32, "--deal", "1", "--tap", "a\nb"],
    ],
)
def test_what_is_no_proof_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    status, _, err = run(capsys, "verify", *arguments)
    assert status == 2
    assert len(err.splitlines()) == 1


def names_of_commands() -> list[str]:
    """The names under which the modules of `COMMANDS` add themselves."""
    commands = argparse.ArgumentParser().add_subparsers()
    for command in COMMANDS:
        command.add_parser(commands)
    return list(commands.choices)


def test_every_module_of_commands_adds_one() -> None:
    assert len(names_of_commands()) == len(COMMANDS)


@pytest.mark.parametrize("command", names_of_commands())
def test_every_command_has_a_help_text(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"python -m engine {command}" in capsys.readouterr().out
