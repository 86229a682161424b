# 牌与牌型

joker-small = 小王
joker-big = 大王
key-joker-small = 小王
key-joker-big = 大王
list-separator = ，

type-single = 单张
type-pair = 对子
type-triple = 三同张
type-straight = 顺子
type-pair-run = 连对
type-triple-run = 连三张
type-bomb = 炸弹
type-chain-bomb = 连炸

reading-single = 单张{$high}
reading-pair = 对{$high}
reading-triple = 三个{$high}
reading-straight = 顺子 {$low}–{$high}
reading-pair-run = 连对 {$low}–{$high}
reading-triple-run = 连三张 {$low}–{$high}
bomb-natural = {$phases}相炸
bomb-chain = 连炸 {$phases}相
bomb-chain-natural = 连炸 正{$phases}相
bomb-kings = 王炸 {$phases}相

label-single = 单{$high}
label-pair = 对{$high}
label-triple = 三个{$high}
label-straight = 顺 {$low}–{$high}
label-pair-run = 连对 {$low}–{$high}
label-triple-run = 连三 {$low}–{$high}
label-bomb = 💣{$rank}×{$size}
label-chain = 💣连炸{$phases}相 {$low}–{$high}
label-kings = 💣王炸{$phases}相
label-jokers = {" "}{$number ->
    [1] 带王
   *[other] 带{$number}王
}

joker-stands = {$number ->
    [1] 王当{$ranks}
   *[other] {$number}王当{$ranks}
}
play-with-remark = {$cards}（{$remark}）
cards-left = {$number} 张
