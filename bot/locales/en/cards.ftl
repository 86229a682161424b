# Cards and plays

joker-small = 🃏small
joker-big = 🃏big
key-joker-small = S🃏
key-joker-big = B🃏
list-separator = {", "}

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

label-single = Single {$high}
label-pair = Pair {$high}
label-triple = Triple {$high}
label-straight = Run {$low}–{$high}
label-pair-run = Pairs {$low}–{$high}
label-triple-run = Triples {$low}–{$high}
label-bomb = 💣{$rank}×{$size}
label-chain = 💣{$phases} ph. {$low}–{$high}
label-kings = 💣Jokers {$phases} ph.
label-jokers = {" "}{$number ->
    [1] + 🃏
   *[other] + {$number}🃏
}

joker-stands = {$number ->
    [one] joker as {$ranks}
   *[other] jokers as {$ranks}
}
play-with-remark = {$cards} ({$remark})
cards-left = {$number ->
    [one] {$number} card
   *[other] {$number} cards
}
