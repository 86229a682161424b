"""双扣 (Shuangkou) in Telegram group chats.

From the bottom up:

    tables        the game as a service: tables, people, clocks; nothing of Telegram's, of words or of screens
    locales       every text that people read, by language
    pictures      hands, results and charts, drawn
    lesson        the first lesson
    daily         whose day it is, which deal it has, and when it is over
    review        finished deals looked at again
    screens       from a state to what a chat shows
    telegram_api  the Bot API: what comes in, what goes out, its limits
    outbox        makes chats show what they should
    handlers      taps, commands and typed text
    app           the Mini App: the table as a page, beside the chats
    process       settings, logs, metrics, and the ways the process starts and ends
    application   all of it put together
    program       what `python -m bot` does: the command line, and the bot on Telegram or on the playground
    playground    a Telegram of one's own
    errors        everything the bot raises of its own
"""
