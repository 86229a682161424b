"""The Mini App: the table as a page inside Telegram, beside the chats and at the same tables.

    sign_in     Telegram's signed word who has opened the page, traded for a token of our own
    doors       links to a table in the group, and who may come in by one
    protocol    what page and bot say to each other, as models
    words       the texts of the page
    views       what one person may see of a table, made from the views of `bot.tables`
    desk        what people want from the page, carried out by the table service as taps are
    presence    who has the page open
    sockets     one web socket a device: the newest view out, intents in
    stage       has views renewed when something has happened at a table
    server      the listener that the world can reach
    mini_app    all of it put together

There is no rule of the game in the page: what may be done, what cards count as and what could be played comes with the
view.
"""
