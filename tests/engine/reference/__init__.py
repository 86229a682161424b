"""A second, slow reading of the rules, to hold the engine against.

It was written from the rules text alone and shares nothing with `engine`: where the two agree, two people read the
same sentence the same way. Everything here is done by trying all possibilities; nothing is done cleverly.

- `notation`: ranks, cards and the switches of a table
- `readings`: everything a set of cards can be, every joker tried as every rank
- `choice`: which of these readings counts, as a lead and as a follow; what beats what
- `reachable`: every play of a hand, by trying every subset
- `scoring`: the best cut of a hand into bombs, by trying every cut; settlement
- `deal`: one deal, action by action
- `protocol`: JSON requests answered from these
"""
