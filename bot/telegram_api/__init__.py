"""The Bot API: what comes in from Telegram, and how calls go out to it.

From what comes in to what goes out:

    polling, webhook
                   the two ways in which updates come
    inbox          each update parsed by itself, once
    hearing        up to when everything that people did has arrived and been served
    processor      updates of one chat in their order
    callback_data  what a button says when it is tapped
    limits         20 a minute, 30 a second: Telegram's limits, counted
    calls          calls worded for the server that is there; answers to taps given a second chance
    transport      a call over HTTP
    connection     waited for at the start, watched while the bot runs
    menus          the command menus and descriptions that Telegram shows
"""
