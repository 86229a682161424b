"""The game of 双扣 (Shuangkou): cards, plays and deals as pure rules, nothing of chats or databases.

From the bottom up:

    cards       the 108 cards, how they are written, hands as counts of ranks
    seats       seats, teams, partners, turns
    ruleset     the switches of a table
    codes       plays as integers: the one order of strength
    grammar     what cards can be: the one classifier
    plays       a play: cards with what they were read as
    reading     what cards are as a lead, or against what lies on the table
    legal_plays what a hand can play
    deal        one deal as a state machine, and what each player may know of it
    scoring     the settlement of a deal, with `held_bombs`: the bombs still held
    titles      the ladder of titles
    shuffle     from a seed to a deal that anybody can recompute; `tracking`: which physical cards were played
    explain     why cards count as what they count as
    batch       all of this as JSON requests; `python -m engine` is the command line
    players     computer players
    errors      everything that is refused

A seed and a rule set make a deal; actions make the next state, and say what happened:

>>> from engine.deal import Deal
>>> from engine.plays import PlayType
>>> from engine.shuffle import deal_cards
>>> dealt = deal_cards(bytes(32))
>>> deal = Deal.start(dealt.seated_counts, dealt.leader)
>>> straight = next(play for play in deal.legal_plays if play.type is PlayType.STRAIGHT)
>>> deal, events = deal.play(dealt.leader, straight.cards)
>>> str(events[0].play), deal.to_act, deal.view(deal.to_act).cards_left
('34567', 0, (27, 27, 27, 22))
"""
