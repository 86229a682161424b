"""The handlers of what people send.

First what all of them share, then the handlers themselves:

    pipeline    the one way of a tap, a command and a typed text, from the throttle to the reply
    throttle    too much from one person or group
    contexts    what a handler is given, and what it returns
    services    what the handlers work with
    denied, refusal_texts
                a refusal of a handler; every refusal and fault in words
    replies, panels, targets
                saying a sentence, showing a panel with pages, and finding out whom a command is about

    lobby       opening a table, sitting down, dealing, breaking up
    play        what a player does with their hand; `typed_plays` reads what they write
    about       greeting, help, rules, privacy
    lesson      /learn
    daily       /daily; `daily_news`: what groups hear of it
    preferences /settings
    profile     /rank, /top, /stats, /history
    replays     finished deals: stepping through one, proving it
    reviews     /review: a finished deal looked at again
    owner       commands of the bot's owner
    chats       the bot is added, removed, silenced; a group gets a new id
"""
