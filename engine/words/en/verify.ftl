# python -m engine verify: a deal worked out from its seed

verify-commitment = Commitment: the SHA-256 of the server seed is {$found}
verify-kept = Commitment: it is the one that was published, the seed was not changed.
verify-broken = Commitment: it is NOT {$given}, which was published; the seed was changed!
verify-derived = Seed: derived from the server seed, deal {$number} and {$taps ->
    [one] {$taps} tap
   *[other] {$taps} taps
} of players
verify-seed = Seed: {$seed}
verify-shuffled = Deal style: shuffled
verify-clumped = Deal style: clumped
verify-hand = Place {$place}: {$cards}
verify-opening = Opening card: {$card} ({$twin} is its twin), dealt to place {$leader}, who leads
verify-own-twin = Place {$leader} holds both, so seats stay as they are and place {$partner} is the partner
verify-opposite = The twin is at place {$partner}, opposite already, so seats stay as they are
verify-swap = The twin is at place {$partner}, the partner of place {$leader}: places {$one} and {$other} change seats
verify-joker-small = small joker
verify-joker-big = big joker
