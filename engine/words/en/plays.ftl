# Cards and plays, and why cards cannot be played

joker-small = 🃏small
joker-big = 🃏big

type-single = single
type-pair = pair
type-triple = triple
type-straight = straight
type-pair-run = pair run
type-triple-run = triple run
type-bomb = bomb
type-chain-bomb = chain bomb

reading-single = single {$high}
reading-pair = pair of {$high}
reading-triple = triple {$high}
reading-straight = straight {$low}–{$high}
reading-pair-run = pair run {$low}–{$high}
reading-triple-run = triple run {$low}–{$high}
bomb-natural = {$phases}-phase bomb
bomb-chain = {$phases}-phase chain
bomb-chain-natural = chain, {$phases} natural phases
bomb-kings = joker bomb, {$phases} phases

# They are no play: what is wrong with them

why-ordinary-joker = At this table {$joker} stands for no other card
why-mixed-jokers = At this table these jokers make no play
why-ends-at-ace = Runs go from 3 to A; a 2 is in none
why-chain-ends-at-ace = At this table chain bombs end at the ace; a 2 is in none
why-short-straight = A straight has at least 5 cards
why-short-pair-run = A pair run has at least 3 pairs
why-short-triple-run = A triple run has at least 3 triples
why-short-chain = A chain bomb has at least 3 ranks, with 4 cards or more of each
why-incomplete-run = {$missing ->
    [one] One card is missing for a {$type}
   *[other] {$missing} cards are missing for a {$type}
}
why-uneven-run = {$width ->
    [1] In a {$type} every rank has 1 card, but there are {$number} of {$rank}
   *[other] In a {$type} every rank has {$width} cards, but there is {$number} of {$rank}
}
why-thin-chain = {$number ->
    [one] In a chain bomb every rank has at least 4 cards, but there is 1 of {$rank}
   *[other] In a chain bomb every rank has at least 4 cards, but there are {$number} of {$rank}
}
why-gap = The ranks have to follow on, but there is a gap between {$low} and {$high}
why-goes-round = 2 and 3 are not neighbours
why-attachment = Nothing is attached: pairs, triples and bombs go alone
why-unlike = Single cards go together in a straight only

# They do not beat what lies on the table: what they lack

why-other-type = On the table: {$to_beat}; yours: {$tried}. It takes a higher {$type}, or a bomb
why-other-size = The {$type} on the table has {$other} cards, yours {$own}. It takes as many, or a bomb
why-lower = Your {$tried} does not beat the {$to_beat}
why-equal = Exactly equal does not beat
why-needs-bomb = On the table: {$to_beat}; yours: {$tried}. Only a higher bomb beats it
why-only-bombs = The highest {$type} there is lies on the table; only a bomb beats it
why-nothing-beats = On the table: the highest bomb; nothing beats it
why-fewer-phases = {$own} phases do not beat {$other}
why-kings-are-weakest = Both have {$phases} phases, but a joker bomb is the weakest of them
why-chain-meets-natural = Both have {$phases} phases, but a chain does not beat natural phases
why-lower-rank = Both have {$phases} phases, but {$own} does not beat {$other}
why-fewer-cards = Two chains of {$phases} phases go by cards: {$own} do not beat {$other}
why-fewer-points = Two chains of {$phases} phases go by points: {$own} do not beat {$other}
