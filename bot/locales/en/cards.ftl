# Cards and plays

key-joker-small = S🃏
key-joker-big = B🃏
list-separator = {", "}

label-single = Single {$high}
label-pair = Pair {$high}
label-triple = Triple {$high}
label-straight = Straight {$low}–{$high}
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
