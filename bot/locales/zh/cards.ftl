# 牌与牌型

key-joker-small = 小王
key-joker-big = 大王
list-separator = ，

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
