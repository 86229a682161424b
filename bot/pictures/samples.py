"""Examples of every picture, for the contact sheet, the benchmark and the tests; no player of them exists."""

from typing import Final

from bot.pictures.deck import DeckColours
from bot.pictures.models import (
    Change,
    Choice,
    Contribution,
    DealBar,
    DecisionPicture,
    DecisionSeat,
    Fact,
    HandPicture,
    KindRow,
    Picture,
    RankPicture,
    ResultPicture,
    ResultRow,
    Sorting,
    StatsPicture,
    Team,
)


def words(text: str) -> tuple[str, ...]:
    """The words of a text: many cards or titles on one line."""
    return tuple(text.split())


SHUFFLED_HAND: Final = words("W w S2 D2 C2 HA SK HK CK DQ CQ HJ HT ST D9 C9 S8 S7 H7 H7 D6 D5 S4 C4 C4 H3 D3")
CLUMPED_HAND: Final = words("W w w S6 S6 H6 D6 D6 C6 S9 H9 D9 C9 C9 SA HA DA CA CA DK CK D8 D8 H7 C4 S3 H3")

LADDER_ZH: Final = words(
    "群众 组长 主任 村长 村支书 镇长 镇委书记 区长 区委书记 县长 县委书记 市长 市委书记 副省长 省长 省委书记 常委 "
    "副主席 主席 双扣王 双扣皇帝"
)

NAMES_OF_ALL_KINDS: Final = (
    "阿明🐉🔥",
    "محمد علي",
    "דניאל בן־חיים (2)",
    "Anastasija Żółć-Ångström von und zu Unter den Linden, die Dritte",
)


def _result(names: tuple[str, ...]) -> ResultPicture:
    one, two, three, four = names
    rows = (
        ResultRow(
            place="1", name=one, team=Team.A, title="村支书", change=Change.PROMOTED,
            detail="双扣 +2 400 · 贡献 +1 000", points=3400, total=17_250,
        ),
        ResultRow(
            place="2", name=three, team=Team.A, title="县委书记",
            detail="双扣 +2 400 · 贡献 −200", points=2200, total=1_140_400,
        ),
        ResultRow(
            place="3", name=two, team=Team.B, title="群众", change=Change.DEMOTED,
            detail="双扣 −2 400 · 贡献 −600", points=-3000, total=-1_150,
            held=SHUFFLED_HAND[5:19], held_text="剩 14 张",
        ),
        ResultRow(
            place="4", name=four, team=Team.B, title="双扣王",
            detail="双扣 −2 400 · 贡献 −200", points=-2600, total=524_300_900,
            held=CLUMPED_HAND, held_text="剩 27 张",
        ),
    )  # fmt: skip
    contributions = (
        Contribution(
            name=one, team=Team.A, cards=("S6", "S6", "H6", "D6", "D6", "C6", "w"), text="7相炸 · 出了", points=1200
        ),
        Contribution(
            name=four, team=Team.B, cards=("S9", "S9", "H9", "D9", "C9", "C9"), text="6相炸 · 没出", points=600
        ),
    )
    return ResultPicture(
        heading="双扣",
        winner=Team.A,
        subheading=f"{one} + {three} 赢",
        multiplier="×8",
        formula="3 × 8 × 100 = 2 400",
        bomb=("S6", "S6", "H6", "D6", "D6", "C6", "w"),
        bomb_text="7 相 → ×8",
        rows=rows,
        total_label="总分",
        contributions_label="贡献分",
        contributions=contributions,
    )


def _rank(name: str) -> RankPicture:
    points = (300, -600, 1200, 200, -100, 9600, -4800, 600, 2400, -300)
    labels = ("+300", "−600", "+1.2千", "+200", "−100", "+9.6千", "−4.8千", "+600", "+2.4千", "−300")
    return RankPicture(
        name=name,
        score=23_450,
        score_label="积分",
        ladder=LADDER_ZH,
        rung=4,
        progress=0.466,
        progress_text="距 镇长 还差 8 550 分",
        place_text="本群第 3 名 · 共 12 人",
        ladder_label="21 级官阶",
        deals_label="最近十局",
        deals=tuple(DealBar(points=value, label=label) for value, label in zip(points, labels, strict=True)),
    )


def _stats(name: str) -> StatsPicture:
    gains = (
        200,
        -300,
        900,
        1200,
        -2400,
        -300,
        -600,
        300,
        4800,
        -100,
        600,
        2400,
        -1200,
        300,
        600,
        -200,
        9600,
        -4800,
        1600,
    )
    scores = tuple(sum(gains[: place + 1]) for place in range(len(gains)))
    return StatsPicture(
        name=name,
        heading="战绩",
        facts=(
            Fact(label="局数", value="128"),
            Fact(label="胜率", value="54 %"),
            Fact(label="最大炸弹", value="11 相"),
            Fact(label="最高倍数", value="×128"),
            Fact(label="头游", value="37"),
            Fact(label="最长连胜", value="9"),
        ),
        score_label="积分走势",
        scores=scores,
        first_label="3 月 2 日",
        last_label="今天",
        kinds_label="扣型",
        won_label="胜",
        lost_label="负",
        kinds=(
            KindRow(label="双扣", won=21, lost=17),
            KindRow(label="单扣", won=30, lost=24),
            KindRow(label="平扣", won=18, lost=18),
        ),
    )


def _decision(names: tuple[str, ...]) -> DecisionPicture:
    after, partner, before = names[1:]
    return DecisionPicture(
        seats=(
            DecisionSeat(name=after, team=Team.B, left="第3名"),
            DecisionSeat(name=partner, team=Team.A, left="23 张", did="不出"),
            DecisionSeat(
                name=before, team=Team.B, left="7 张", cards=words("S6 S6 H6 D6 D6 C6 w w S5 H5 D5 C5"), lies=True
            ),
        ),
        hand=HandPicture(cards=SHUFFLED_HAND[8:22], selected=SHUFFLED_HAND[9:11]),
        choices=(
            Choice(label="❌ 你", cards=SHUFFLED_HAND[9:11]),
            Choice(label="✅ 更好", did="不出", is_better=True),
        ),
    )


PLAIN_NAMES: Final = ("阿明", "小雨", "老张", "Katharina")

DECISION: Final = _decision(PLAIN_NAMES)
RESULT: Final = _result(PLAIN_NAMES)
RANK: Final = _rank(PLAIN_NAMES[0])
STATS: Final = _stats(PLAIN_NAMES[0])

SAMPLES: Final[dict[str, Picture]] = {
    "hand_shuffled": HandPicture(cards=SHUFFLED_HAND),
    "hand_clumped": HandPicture(
        cards=CLUMPED_HAND,
        selected=("S6", "S6", "H6", "W", "D8"),
        sorting=Sorting.BY_COUNT,
        colours=DeckColours.FOUR,
    ),
    "hand_late": HandPicture(cards=SHUFFLED_HAND[10:17], selected=("HT", "ST")),
    "hand_empty": HandPicture(cards=(), empty_text="已出完"),
    "decision": DECISION,
    "decision_names": _decision(NAMES_OF_ALL_KINDS),
    "result": RESULT,
    "result_names": _result(NAMES_OF_ALL_KINDS),
    "rank": RANK,
    "stats": STATS,
}
"""By name; the words are Chinese, as the pictures are tightest to read in it."""
