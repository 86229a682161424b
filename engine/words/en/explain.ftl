# python -m engine explain: why cards count as what they do, what they beat and what beats them

explain-separator = {", "}
explain-parts = {"; "}
explain-or = {$one} or {$other}
explain-range = {$first} to {$last}

explain-joker-small = w
explain-joker-big = W
explain-plain = {$type} {$cards}
explain-bomb = {$natural ->
   *[yes] {$phases}-phase bomb {$cards}
}
explain-chain-bomb = {$natural ->
   *[yes] {$phases}-phase chain bomb {$cards}
}
explain-king-bomb = {$phases}-phase joker bomb {$cards}

explain-led = {$cards}: led, it counts as the {$play}.
explain-laid = {$cards}: laid on the {$to_beat}, it counts as the {$play}.
explain-jokers = Jokers: {$parts}.
explain-joker-as = {$joker} for {$ranks}

explain-counted-kings = Joker bombs are on at this table: {$size} jokers count {$phases} phases, the weakest of that count.
explain-counted-natural = {$size} cards of a rank are {$phases} natural phases.
explain-counted-chain = A chain is counted in one way only, the best: {$best} (better than {$other}).
explain-counting-single = {$cards} by itself, {$phases} natural phases
explain-counting-stretch = {$cut ->
    [yes] cut down to {$cards}, {$width} cards + {$ranks} ranks = {$phases} phases ({$size} cards, {$points} points)
   *[no] {$cards}, {$width} cards + {$ranks} ranks = {$phases} phases ({$size} cards, {$points} points)
}

explain-choice = You may choose: {$plays}; they reach equally high. Unasked it is the {$type}.
explain-not-highest = It could be the {$play} too, but a lead counts as what reaches highest.
explain-other-type = It could be the {$play} too, but that is of another type than the {$to_beat} on the table.
explain-not-higher = It could be the {$play} too, but that is not higher than the {$to_beat} on the table.

explain-beats = Beats: {$plays}.
explain-beats-nothing = Beats: nothing; it is the lowest of its kind.
explain-beaten-by = Beaten by: {$plays}, or any bomb.
explain-beaten-by-bombs = Beaten by: bombs only.
explain-bomb-beats = Beats: everything that is no bomb, and bombs of fewer phases; of those with {$phases}, {$weaker}.
explain-weaker-kings = none
explain-weaker-natural = counted-out chains and natural bombs of a lower rank
explain-weaker-chain = chains of fewer than {$cards} cards after cutting down, or of as many with less than {$points} points
explain-bomb-beaten-by = Beaten by: bombs of more phases; of those with {$phases}, {$stronger}.
explain-stronger-kings = every other bomb
explain-stronger-natural = natural bombs of a rank above {$rank}
explain-stronger-highest = none (equal does not beat)
explain-stronger-chain = every natural bomb, and chains of more than {$cards} cards after cutting down, or of as many with more than {$points} points
explain-nothing-beats = Beaten by: nothing; there is no higher play.

explain-worth = Worth: the result ×{$multiplier} if a winner plays it; each of the others pays {$units} × the base score for it.
explain-worth-no-contribution = Worth: the result ×{$multiplier} if a winner plays it; bombs earn contribution points from {$phases} phases on.

explain-refused = {$cards}: {$reason}.
