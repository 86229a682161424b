"""/rank, /top, /stats and /history: what a person's deals have come to."""

from typing import Final

from bot.locales import Texts, texts_for
from bot.pictures.models import CHART_DEALS, DealBar, Fact, KindRow, RankPicture, StatsPicture
from bot.screens.buttons import even_rows, tap_button
from bot.screens.captions import with_picture
from bot.screens.models import RankCard, Statistics, TopList, TopRow, TopScope
from bot.screens.numbers import number_text, short_number, signed_text
from bot.screens.people import clean, html_person, html_title
from bot.screens.result import kind_text
from bot.screens.screen import Button, Screen
from bot.screens.table import MEDALS
from bot.screens.times import day_html
from bot.screens.titles import ladder, title_text
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.scoring import ResultKind
from engine.titles import THRESHOLDS, standing
from storage import HistoryLine, HistoryPage, Tally

_BAR_LENGTH: Final = 10
_TOP_LABELS: Final = {
    TopScope.CHAT: "button-top-chat",
    TopScope.CHAT_MONTH: "button-top-month",
    TopScope.GLOBAL: "button-top-global",
    TopScope.GLOBAL_MONTH: "button-top-month",
}
_REPLAYS_PER_ROW: Final = 5


def rank_screen(rank: RankCard, language: Language, *, pictures: bool = True) -> Screen:
    """A person's title: score, rung, the way to the next, their place in the group (rules §7)."""
    texts = texts_for(language)
    name = html_person(rank.name, texts)
    stands = standing(rank.card.score)
    title = title_text(rank.card.score, texts)
    lines = [texts("rank-heading", title=title, name=name)]
    score = number_text(rank.card.score)
    lines.append(texts("rank-score", score=score, rung=stands.rung + 1, rungs=len(THRESHOLDS)))
    lines.append(_progress_text(rank.card.score, texts))
    if rank.chat_title is not None and rank.card.deals:
        lines.append(_place_text(rank, texts))
    if rank.recent:
        lines.append(texts("rank-recent", points="  ".join(signed_text(points) for points in rank.recent)))
    elif not rank.card.deals:
        lines.append(texts("rank-no-deals"))
    screen = Screen("\n".join(lines))
    return with_picture(screen, _rank_picture(rank, texts)) if pictures else screen


def top_screen(top: TopList, language: Language) -> Screen:
    """A list of the best, ten lines of it, with buttons for the others."""
    texts = texts_for(language)
    lines = [_top_heading(top, texts), ""]
    lines += [_top_line(row, texts) for row in top.rows] or [texts("top-empty")]
    if top.own is not None:
        own = texts("top-own", place=top.own.place, of=top.own.of, points=signed_text(top.own.points))
        lines += ["", own]
    offered: tuple[TopScope, ...] = (TopScope.GLOBAL, TopScope.GLOBAL_MONTH)
    if top.scope.is_chat or top.chat_title:
        offered = (TopScope.CHAT, TopScope.CHAT_MONTH, TopScope.GLOBAL)
    row = tuple(
        tap_button(
            texts(_TOP_LABELS[scope]),
            CallbackData(ButtonAction.TOP, arg=scope.value),
            "primary" if scope is top.scope else None,
        )
        for scope in offered
    )
    return Screen("\n".join(lines), (row,))


def stats_screen(stats: Statistics, language: Language, *, pictures: bool = True) -> Screen:
    """A person's deals in figures."""
    texts, card = texts_for(language), stats.card
    lines = [texts("stats-heading", name=html_person(stats.name, texts)), ""]
    if not card.deals:
        return Screen("\n".join([*lines, texts("stats-none")]))
    lines += [
        texts("stats-deals", deals=card.deals, won=card.won.all, percent=_percent(card.won.all, card.deals)),
        texts("stats-score", score=number_text(card.score), highest=number_text(card.highest)),
        texts("stats-kinds", **_kinds(card.won, "won"), **_kinds(card.lost, "lost")),
        texts("stats-firsts", firsts=card.firsts, streak=card.streak, best=card.best_streak),
    ]
    if card.best_bomb:
        lines.append(texts("stats-bomb", phases=card.best_bomb))
    if card.timeouts:
        lines.append(texts("stats-timeouts", times=card.timeouts))
    screen = Screen("\n".join(lines))
    return with_picture(screen, _stats_picture(stats, texts)) if pictures else screen


def history_screen(person_id: int, name: str, page: HistoryPage, language: Language) -> Screen:
    """A page of the deals a person has played, newest first, each with a button to its replay."""
    texts = texts_for(language)
    lines = [texts("history-heading", name=html_person(name, texts)), ""]
    lines += [_history_line(line, texts) for line in page.lines] or [texts("history-empty")]
    if page.pages > 1:
        lines += ["", texts("history-page", page=page.page, pages=page.pages)]
    replays = [
        tap_button(
            texts("button-replay-deal", deal=str(line.deal_id)),
            CallbackData(ButtonAction.REPLAY, arg=str(line.deal_id)),
        )
        for line in page.lines
    ]
    turning: list[Button] = []
    if page.page > 1:
        turning.append(
            tap_button(texts("button-newer"), CallbackData(ButtonAction.HISTORY, arg=f"{person_id}.{page.page - 1}"))
        )
    if page.page < page.pages:
        turning.append(
            tap_button(texts("button-older"), CallbackData(ButtonAction.HISTORY, arg=f"{person_id}.{page.page + 1}"))
        )
    rows = even_rows(replays, _REPLAYS_PER_ROW)
    return Screen("\n".join(lines), (*rows, tuple(turning)) if turning else rows)


def _progress_text(score: int, texts: Texts) -> str:
    stands = standing(score)
    filled = int(stands.progress * _BAR_LENGTH)
    bar = "▰" * filled + "▱" * (_BAR_LENGTH - filled)
    if stands.next_title is None:
        return texts("rank-top", bar=bar)
    next_title = title_text(THRESHOLDS[stands.rung + 1], texts)
    percent = int(stands.progress * 100)
    return texts("rank-progress", bar=bar, percent=percent, next=next_title, missing=number_text(stands.missing))


def _place_text(rank: RankCard, texts: Texts) -> str:
    chat = html_title(rank.chat_title or "", texts("rank-this-chat"))
    if rank.standing is None:
        return texts("rank-no-place", chat=chat)
    return texts("rank-place", chat=chat, place=rank.standing.place, of=rank.standing.of)


def _top_heading(top: TopList, texts: Texts) -> str:
    if not top.scope.is_chat:
        return texts("top-heading-global-month", month=top.month) if top.scope.is_month else texts("top-heading-global")
    chat = html_title(top.chat_title, texts("rank-this-chat"))
    if top.scope.is_month:
        return texts("top-heading-month", chat=chat, month=top.month)
    return texts("top-heading-chat", chat=chat)


def _top_line(row: TopRow, texts: Texts) -> str:
    place = MEDALS[row.place - 1] if row.place <= 3 else f"{row.place}."
    name = html_person(row.name, texts, number=row.place)
    title = title_text(row.score, texts)
    return texts("top-row", place=place, name=name, points=signed_text(row.points), title=title)


def _history_line(line: HistoryLine, texts: Texts) -> str:
    outcome = "" if line.won is None else texts("history-won") if line.won else texts("history-lost")
    text = texts(
        "history-row",
        deal=str(line.deal_id),
        when=day_html(line.ended),
        kind=kind_text(line.kind, texts),
        outcome=outcome,
        points=signed_text(line.points),
    )
    return text if line.ranked else text + texts("history-practice")


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def _kinds(tally: Tally, outcome: str) -> dict[str, int]:
    return {
        f"shuangkou_{outcome}": tally.shuangkou,
        f"dankou_{outcome}": tally.dankou,
        f"pingkou_{outcome}": tally.pingkou,
    }


def _rank_picture(rank: RankCard, texts: Texts) -> RankPicture:
    stands = standing(rank.card.score)
    if stands.next_title is None:
        progress = ""
    else:
        progress = f"{title_text(THRESHOLDS[stands.rung + 1], texts)} · {number_text(stands.missing)}"
    place = ""
    if rank.standing is not None:
        place = f"{rank.standing.place} / {rank.standing.of}"
    return RankPicture(
        name=clean(rank.name) or texts("nameless", number=0),
        score=rank.card.score,
        score_label=texts("rank-picture-score"),
        ladder=ladder(texts),
        rung=stands.rung,
        progress=stands.progress,
        progress_text=progress,
        place_text=place,
        ladder_label=texts("rank-picture-ladder"),
        deals_label=texts("rank-picture-deals"),
        deals=tuple(DealBar(points=points, label=short_number(points, texts)) for points in rank.recent[-CHART_DEALS:]),
        no_deals_text=texts("stats-none"),
    )


def _stats_picture(stats: Statistics, texts: Texts) -> StatsPicture:
    card = stats.card
    facts = {
        "stats-picture-deals": number_text(card.deals),
        "stats-picture-rate": f"{_percent(card.won.all, card.deals)}%",
        "stats-picture-highest": short_number(card.highest, texts),
        "stats-picture-firsts": number_text(card.firsts),
        "stats-picture-streak": number_text(card.best_streak),
        "stats-picture-bomb": texts("stats-picture-phases", phases=card.best_bomb),
    }
    tallies = (
        (ResultKind.SHUANGKOU, card.won.shuangkou, card.lost.shuangkou),
        (ResultKind.DANKOU, card.won.dankou, card.lost.dankou),
        (ResultKind.PINGKOU, card.won.pingkou, card.lost.pingkou),
    )
    return StatsPicture(
        name=clean(stats.name) or texts("nameless", number=0),
        heading=title_text(card.score, texts),
        facts=tuple(Fact(label=texts(label), value=value) for label, value in facts.items()),
        score_label=texts("rank-picture-score"),
        scores=tuple(score for _, score in stats.scores),
        kinds_label=texts("stats-picture-kinds"),
        won_label=texts("stats-picture-won"),
        lost_label=texts("stats-picture-lost"),
        kinds=tuple(KindRow(label=kind_text(kind, texts), won=won, lost=lost) for kind, won, lost in tallies),
        no_deals_text=texts("stats-none"),
    )
