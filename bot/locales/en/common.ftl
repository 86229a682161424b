# People, seats, titles, words used everywhere

nameless = Player {$number}
computer-name = Computer {$number}
strength-random = beginner
strength-greedy = casual
strength-planner = skilled
strength-expert = expert
strength-adept = seasoned
strength-master = master

title-0 = Commoner
title-1 = Team Leader
title-2 = Director
title-3 = Village Head
title-4 = Village Secretary
title-5 = Town Mayor
title-6 = Town Secretary
title-7 = District Mayor
title-8 = District Secretary
title-9 = County Mayor
title-10 = County Secretary
title-11 = City Mayor
title-12 = City Secretary
title-13 = Vice Governor
title-14 = Governor
title-15 = Provincial Secretary
title-16 = Committee Member
title-17 = Vice Chairman
title-18 = Chairman
title-19 = King of Shuangkou
title-20 = Emperor of Shuangkou

# The rules in one line
rules-base = base {$value}
rules-qianbian = all jokers wild
rules-baibian = big jokers wild
rules-plain = no wild jokers
rules-shuffled = shuffled
rules-clumped = clumped deal
rules-seconds = {$value} s a turn
rules-king-bomb = joker bombs
rules-chain-without-two = chains end at A
rules-cap = capped at {$value} phases
rules-units = units {$value}
rules-partner-hidden = partner’s hand hidden
rules-qianbian-means = Each of the four jokers can stand for another card
rules-baibian-means = Only the big jokers can stand for another card
rules-plain-means = No joker stands for another card
rules-clumped-means = Clumped deal: cards come in groups by rank, so big bombs are common

kind-shuangkou = Shuangkou
kind-dankou = Dankou
kind-pingkou = Pingkou
kind-void = Void deal

place-1 = 1st
place-2 = 2nd
place-3 = 3rd
place-4 = 4th

# Words in pictures
kind-shuangkou-long = Shuangkou (double win: 1st and 2nd)
kind-dankou-long = Dankou (single win: 1st and 3rd)
kind-pingkou-long = Pingkou (bare win: 1st and 4th)
