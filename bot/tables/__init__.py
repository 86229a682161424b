"""The game as a service that any front can use: who sits where, whose turn it is, what comes of what they do.

It knows the engine and storage, and neither Telegram nor words nor screens. From the bottom up:

    clock       moments and waiting, handed in wherever something lasts
    state       what a table is: `Lobby`, `Playing` or `Result`, and the people and deals in it; frozen
    table       a live table: its state, and what people have selected
    view        what people may know of a deal: everybody, and the person at one seat
    refusals    why a table refuses something: a code and facts, no words
    seating, hands
                the changes that ask nobody: seats between deals, cards selected in a deal
    ending      whose word it takes to end a table
    people      who somebody is, by the word of a front and in storage
    doing       what somebody did that is being carried out, to be kept with what it changes
    repository  what of a table is kept, and a table as it comes back
    registry    the live tables: finding one, locking one
    reception   whether what people do has reached the tables
    turn_clock  when a turn ends: one alarm a table
    computers   computer players think, in other processes
    advisor     what to advise whoever is to act, worked out there too
    stage       who is told what has happened, to show it
    checks      what must be so before somebody may do something
    selecting   what players do with their own hands before they play
    dealer      deals as they go on: dealt, acted upon, settled
    service     everything that can be asked of a table: the way in
"""
