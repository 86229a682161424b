"""Wiring: from settings to a running bot."""

import asyncio
import logging
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Container
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from telegram.ext import (
    Application,
    ApplicationBuilder,
    ChatMemberHandler,
    ContextTypes,
    ExtBot,
    MessageHandler,
    filters,
)
from telegram.request import BaseRequest

from bot.app.doors import Codes
from bot.app.mini_app import MiniApp
from bot.app.presence import Presence
from bot.app.server import PublicServer
from bot.daily.keeper import DailyKeeper
from bot.handlers.about import AboutHandlers
from bot.handlers.chats import ChatHandlers
from bot.handlers.daily import DailyHandlers
from bot.handlers.daily_news import DailyNews
from bot.handlers.lesson import LessonHandlers
from bot.handlers.lobby import LobbyHandlers
from bot.handlers.owner import OwnerHandlers
from bot.handlers.pipeline import Pipeline
from bot.handlers.play import PlayHandlers
from bot.handlers.preferences import PreferenceHandlers
from bot.handlers.profile import ProfileHandlers
from bot.handlers.replays import ReplayHandlers
from bot.handlers.reviews import ReviewHandlers
from bot.handlers.services import Admins, Cooldown, Links, Members, Reach, Services
from bot.handlers.throttle import Throttle, ThrottleLimits
from bot.outbox import ChatTrouble, Outbox
from bot.outbox.app_front import AppFront
from bot.outbox.message_store import KeptFiles, KeptMessages
from bot.outbox.presenter import Presenter
from bot.outbox.startup_cleanup import clear_closed_tables
from bot.pictures import PictureStudio
from bot.process import collector
from bot.process.bind_errors import listening
from bot.process.config import Settings
from bot.process.host import backup_verified_at, disk_problem, free_bytes, measure_lag
from bot.process.logs import counted
from bot.process.metrics import Health, HealthServer, Metrics
from bot.process.shutdown_deadline import MARGIN_SECONDS, end_within
from bot.review.reviewer import Judge, Reviewer
from bot.tables.clock import Clock, MachineClock, MonotonicClock, WallClock
from bot.tables.computers import Computers
from bot.tables.people import Directory
from bot.tables.repository import Repository
from bot.tables.service import TableService
from bot.tables.stage import Stages
from bot.telegram_api.calls import CarefulCalls
from bot.telegram_api.connection import SILENCE_SECONDS, connect, polls_only, register, watch
from bot.telegram_api.hearing import Hearing
from bot.telegram_api.inbox import Inbox
from bot.telegram_api.limits import Budget, ChatRateLimiter, Limits
from bot.telegram_api.menus import Menus
from bot.telegram_api.polling import Poller
from bot.telegram_api.processor import PerChatProcessor, kind_of
from bot.telegram_api.transport import Transport
from bot.telegram_api.webhook import Webhook, WebhookWatch
from engine.review import judge
from storage import Database, DatabaseError, DatabaseUnusable, Phase

log = logging.getLogger(__name__)

App: TypeAlias = Application[
    ExtBot[Any], ContextTypes.DEFAULT_TYPE, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any
]

CONNECTIONS: Final = 256
"""Calls under way at the same time."""
SWITCH_SECONDS: Final = 0.0005
"""How long a thread may keep the interpreter while another waits; at Python's 5 ms a commit waits that long for the
event loop, or the event loop for a picture.
"""
UPDATE_CONNECTIONS: Final = 4
ALLOWED_UPDATES: Final = ("message", "callback_query", "my_chat_member", "chat_member")
"""Edited messages are left out: an edited command is no command. Of other people's standing (`chat_member`) Telegram
tells only administrators; a bot that is none learns from service messages who has left.
"""


@dataclass(frozen=True, slots=True)
class Overrides:
    """Whatever tests and the playground put in place of the world."""

    request: BaseRequest | None = None
    updates_request: BaseRequest | None = None
    wall: WallClock = field(default_factory=MachineClock)
    clock: Clock = field(default_factory=MonotonicClock)
    workers: int | None = None
    """Processes for computer players; None: as the settings say, 0: none, they think where they are asked."""
    throttle: ThrottleLimits = field(default_factory=ThrottleLimits)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """Makes so many random bytes for the seeds of shuffles."""
    daily_entropy: Callable[[int], bytes] = secrets.token_bytes
    """The same for the deals of the day."""
    open_database: Callable[..., AbstractAsyncContextManager[Database]] = Database.open
    judge: Judge = judge
    """What a decision of a finished deal was worth."""
    free: Callable[[Path], float] = free_bytes
    """How many bytes may still be written to the disk of a folder."""
    stop: Callable[[], None] = field(default=lambda: None)
    """Ends the process in good order."""


@asynccontextmanager
async def running(settings: Settings, overrides: Overrides | None = None) -> AsyncIterator[Services]:
    """A bot that runs until the context ends: everything opened in order, and closed in the opposite one.

    Raises:
        DatabaseError: the database cannot be used; the message says why in a sentence.
        CannotListen: the address of the webhook or of the figures cannot be had.
        TokenRefused, WebhookRefused: Telegram does not take what the settings say.
    """
    overrides = overrides or Overrides()
    async with AsyncExitStack() as stack:
        _make_folder(settings.database.parent)
        database = await stack.enter_async_context(
            overrides.open_database(settings.database, clock=overrides.wall.now, zone=settings.zone)
        )
        metrics = Metrics()
        stack.enter_context(counted(metrics.record_logged))
        budget = Budget(
            Limits.of(group_per_minute=settings.group_calls_per_minute, overall_per_second=settings.calls_per_second),
            overrides.clock,
        )
        hearing = Hearing(overrides.clock)
        polls = overrides.updates_request or Transport(UPDATE_CONNECTIONS, proxy=settings.proxy)
        calls = overrides.request or Transport(CONNECTIONS, proxy=settings.proxy)
        for transport in (calls, polls):  # the application closes them only once it has reached Telegram
            stack.push_async_callback(transport.shutdown)
        application = _build(settings, hearing, budget, metrics, calls, polls)
        await connect(application, overrides.clock)
        stack.push_async_callback(application.shutdown)
        services, chats, app = await _services(
            settings, overrides, database, application.bot, budget, hearing, metrics, stack
        )
        owner = OwnerHandlers(services)
        await owner.restore()
        _add_handlers(application, services, chats, owner, await database.causes())
        stack.push_async_callback(services.outbox.shutdown, settings.drain_seconds)
        await services.outbox.finds_ephemeral()
        menus = Menus(services)
        menus.start()
        stack.push_async_callback(menus.stop)
        await clear_closed_tables(database, services.outbox)
        await services.tables.open()
        stack.push_async_callback(services.tables.close)
        services.daily.watch(DailyNews(services).look)
        services.daily.start()
        stack.push_async_callback(services.daily.stop)
        stack.push_async_callback(services.reviewer.stop)
        await application.start()
        stack.push_async_callback(application.stop)
        inbox = Inbox(application.bot, application.update_queue, hearing, metrics.update_skipped)
        hook = _webhook(settings, inbox) if settings.webhook_url else None
        if hook is not None or app is not None:
            await _listen(settings, hook, app, stack)
        webhook = None
        if hook is not None:
            webhook = await _register(settings, application.bot, hook, hearing, overrides.clock, stack)
        else:
            await _poll(application.bot, polls, inbox, hearing, overrides.clock, stack)
        listening_for = asyncio.create_task(hearing.watch(services.tables.heard_again), name="hearing")
        stack.push_async_callback(_cancelled, listening_for)
        if webhook is None and overrides.updates_request is None:
            stack.push_async_callback(
                _cancelled, asyncio.create_task(watch(hearing, application.bot, overrides.clock, services.stop))
            )
        free = partial(overrides.free, settings.database.parent)
        _watch_figures(metrics, services, application, free)
        lag = asyncio.create_task(measure_lag(metrics.loop_was_late), name="loop lag")
        stack.push_async_callback(_cancelled, lag)
        if settings.health_port is not None:
            health = partial(_health, hearing, webhook, database, free)
            server = HealthServer(metrics, health, host=settings.health_host, port=settings.health_port)
            with listening("HEALTH", settings.health_host, settings.health_port):
                await server.start()
            stack.push_async_callback(server.stop)
        yield services


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(f"{folder} cannot be made ({error.strerror}); set DATABASE to another path") from error


def _build(
    settings: Settings, hearing: Hearing, budget: Budget, metrics: Metrics, calls: BaseRequest, polls: BaseRequest
) -> App:
    def handled(update: object, seconds: float) -> None:
        metrics.update_handled(kind_of(update), seconds)
        hearing.served(update)

    builder = (
        ApplicationBuilder()
        .token(settings.bot_token.get_secret_value())
        .base_url(settings.api_base)
        .concurrent_updates(PerChatProcessor(handled=handled))
        .rate_limiter(CarefulCalls(ChatRateLimiter(budget, seen=metrics.call_seen)))
        .request(calls)
        .get_updates_request(polls)
        .updater(None)
        .job_queue(None)
    )
    return builder.build()


async def _services(
    settings: Settings,
    overrides: Overrides,
    database: Database,
    bot: ExtBot[str],
    budget: Budget,
    hearing: Hearing,
    metrics: Metrics,
    stack: AsyncExitStack,
) -> tuple[Services, ChatHandlers, MiniApp | None]:
    """Everything the handlers work with, made in the order in which one thing needs another."""
    chats: list[ChatHandlers] = []

    async def trouble(found: ChatTrouble) -> None:
        for handlers in chats:
            await handlers.trouble(found)

    studio = await stack.enter_async_context(PictureStudio())
    messages = KeptMessages(database, overrides.clock)
    stack.push_async_callback(messages.close)
    outbox = Outbox(
        bot,
        budget,
        messages=messages,
        files=KeptFiles(),
        draw=studio.png,
        on_trouble=trouble,
        wall_clock=overrides.wall.now,
        ephemeral=settings.ephemeral_hands,
    )
    directory = Directory(database)
    presence = Presence(overrides.clock)
    stack.callback(presence.close)
    front = _front(settings, presence, bot.username) if settings.app_url else None
    presenter = Presenter(outbox, overrides.clock, bot.username, pictures=settings.pictures, app=front)
    stage = Stages([presenter])
    computers = Computers(
        settings.worker_processes if overrides.workers is None else overrides.workers,
        (settings.computer_thinks_at_least / 1000, settings.computer_thinks_at_most / 1000),
    )
    repository = Repository(database, directory, metrics.database)
    metrics.watch_queue("computers", lambda: computers.waiting)
    tables = TableService(
        repository, stage, overrides.clock, overrides.wall, computers, overrides.entropy, metrics.engine, hearing
    )
    services = Services(
        settings=settings,
        clock=overrides.clock,
        wall=overrides.wall,
        database=database,
        directory=directory,
        tables=tables,
        stage=stage,
        outbox=outbox,
        bot=bot,
        admins=Admins(bot, overrides.clock),
        members=Members(bot),
        links=Links(overrides.clock),
        reach=Reach(directory, outbox, overrides.clock),
        cooldown=Cooldown(overrides.clock),
        daily=DailyKeeper(
            database,
            computers,
            overrides.clock,
            overrides.wall,
            settings.zone,
            overrides.daily_entropy,
            settings.daily_trials,
        ),
        reviewer=Reviewer(database, computers, overrides.clock, overrides.judge),
        stop=overrides.stop,
        throttle=Throttle(overrides.clock.now, overrides.throttle),
    )
    chats.append(ChatHandlers(services))
    app = None
    if settings.app_url:
        app = MiniApp(services, presence, settings.app_url, settings.app_sign_in_hours)
        stage.add(app.stage)
        presence.on_change = partial(_came_or_went, tables, presenter)
    return services, chats[0], app


def _front(settings: Settings, presence: Presence, bot_username: str) -> AppFront:
    """The Mini App as the chats know it."""
    codes = Codes(settings.bot_token.get_secret_value())
    return AppFront(
        url=settings.app_url,
        is_here=presence.is_here,
        link=lambda table_id: f"https://t.me/{bot_username}?startapp={codes.code(table_id)}",
    )


def _came_or_went(tables: TableService, presenter: Presenter, person_id: int, is_here: bool) -> None:
    """Somebody has opened the Mini App, or is not there any more."""
    table = tables.of_person(person_id)
    if table is not None and not is_here:
        presenter.left_app(table, person_id)


def _add_handlers(
    application: App, services: Services, chats: ChatHandlers, owner: OwnerHandlers, done: Container[int]
) -> None:
    play = PlayHandlers(services)
    lobby = LobbyHandlers(services, play)
    daily = DailyHandlers(services)
    about = AboutHandlers(services, lobby, chats, daily)
    profile = ProfileHandlers(services)
    replays = ReplayHandlers(services)
    reviews = ReviewHandlers(services, replays)
    preferences = PreferenceHandlers(services)
    lesson = LessonHandlers(services)
    groups = (play, lobby, about, profile, replays, reviews, preferences, lesson, daily, owner)
    pipeline = Pipeline(services, groups, play.typed, done)
    application.add_handlers(pipeline.handlers())
    application.add_handler(ChatMemberHandler(chats.membership, ChatMemberHandler.MY_CHAT_MEMBER))
    application.add_handler(ChatMemberHandler(chats.standing, ChatMemberHandler.CHAT_MEMBER))
    application.add_handler(MessageHandler(filters.StatusUpdate.LEFT_CHAT_MEMBER, chats.departed))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, chats.migrated))
    application.add_handler(MessageHandler(filters.StatusUpdate.FORUM_TOPIC_REOPENED, chats.topic_reopened))
    application.add_error_handler(_log_fault)


async def _log_fault(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Log an error that no handler has caught; the person was told by then, or cannot be."""
    log.error("update %s failed", getattr(update, "update_id", None), exc_info=context.error)


async def _poll(
    bot: ExtBot[Any], request: BaseRequest, inbox: Inbox, hearing: Hearing, clock: Clock, stack: AsyncExitStack
) -> None:
    """Receive updates by asking for them, until the stack is unwound."""
    await polls_only(bot, clock)
    poller = Poller(bot, request, inbox, clock, hearing, ALLOWED_UPDATES)
    poller.start()
    stack.push_async_callback(poller.stop)


def _webhook(settings: Settings, inbox: Inbox) -> Webhook:
    secret = settings.webhook_secret.get_secret_value()
    return Webhook(inbox, path=urlsplit(settings.webhook_url).path, secret=secret)


async def _listen(settings: Settings, webhook: Webhook | None, app: MiniApp | None, stack: AsyncExitStack) -> None:
    """Listen to the world, until the stack is unwound."""
    public = PublicServer(settings.webhook_host, settings.webhook_port)
    if webhook is not None:
        webhook.add_routes(public.application)
    if app is not None:
        app.add_routes(public.application)
    with listening("WEBHOOK", settings.webhook_host, settings.webhook_port):
        await public.start()
    stack.push_async_callback(public.stop)


async def _register(
    settings: Settings, bot: ExtBot[Any], webhook: Webhook, hearing: Hearing, clock: Clock, stack: AsyncExitStack
) -> WebhookWatch:
    """Have Telegram bring updates to the webhook, until the stack is unwound; what watches over it."""
    secret = settings.webhook_secret.get_secret_value()
    await register(bot, settings.webhook_url, secret, ALLOWED_UPDATES, clock)
    watcher = WebhookWatch(bot, webhook, hearing, clock)
    stack.push_async_callback(_cancelled, asyncio.create_task(watcher.run(), name="webhook"))
    return watcher


async def _cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _health(hearing: Hearing, webhook: WebhookWatch | None, database: Database, free: Callable[[], float]) -> Health:
    """Tell how the bot is."""
    problems = []
    if hearing.silent >= SILENCE_SECONDS:
        what = "answered no long poll" if webhook is None else "delivered nothing and given no sign of life"
        problems.append(f"Telegram has {what} for {hearing.silent:.0f} s")
    if webhook is not None and webhook.problem:
        problems.append(webhook.problem)
    problems += filter(None, (database.status.problem, disk_problem(free())))
    return Health(tuple(problems))


def _watch_figures(metrics: Metrics, services: Services, application: App, free: Callable[[], float]) -> None:
    """Register the figures that are measured when somebody looks at them."""
    metrics.watch_queue("updates", application.update_queue.qsize)
    metrics.watch_queue("screens", lambda: services.outbox.depth)
    database = services.settings.database
    metrics.watch_disk(free, partial(backup_verified_at, database))
    for phase in (Phase.LOBBY, Phase.DEAL, Phase.RESULT):
        metrics.watch_tables(phase.value, partial(_count, services, phase))


def _count(services: Services, phase: Phase) -> int:
    return sum(table.state.phase is phase for table in services.tables.live)


async def serve(settings: Settings, stop: asyncio.Event) -> None:
    """Run the bot until `stop` is set, by whoever tells the process to end, or by the watchdog that finds the bot deaf.

    Raises:
        DatabaseError: the database cannot be used.
        CannotListen: the address of the webhook or of the figures cannot be had.
        TokenRefused, WebhookRefused: Telegram does not take what the settings say.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    started = asyncio.Event()
    run = asyncio.create_task(_run_until(stop, started, settings))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((run, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not run.done():
        deadline = end_within(settings.drain_seconds + MARGIN_SECONDS)
        if not started.is_set():  # it may wait for Telegram, for how long nobody knows
            run.cancel()
        await asyncio.wait([run])
        deadline.cancel()
    if not run.cancelled():
        run.result()


async def _run_until(stop: asyncio.Event, started: asyncio.Event, settings: Settings) -> None:
    """Run the bot until `stop` is set; what the database refuses on the way out is no reason not to start again."""
    try:
        overrides = Overrides(stop=stop.set)
        async with running(settings, overrides) as services:
            started.set()
            log.info("running as @%s with %d live tables", services.bot.username, len(services.tables.live))
            with collector.seldom():
                sweeping = asyncio.create_task(collector.sweep_at_times(overrides.clock), name="collector")
                try:
                    await stop.wait()
                finally:
                    await _cancelled(sweeping)
            log.info("stopping")
    except DatabaseError as error:
        if not stop.is_set():
            raise
        log.error("not everything could be kept at the end: %s", error)
