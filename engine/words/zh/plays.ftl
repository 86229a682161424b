# 牌、牌型，为什么不能出

joker-small = 小王
joker-big = 大王

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

# 不成牌型：说出毛病在哪里

why-ordinary-joker = 这桌的{$joker}不能当别的牌
why-mixed-jokers = 这桌这几张王凑不成一手牌
why-ends-at-ace = 顺子、连对、连三张从 3 到 A，不带 2
why-chain-ends-at-ace = 这桌的连炸到 A 为止，不带 2
why-short-straight = 顺子至少 5 张
why-short-pair-run = 连对至少 3 对
why-short-triple-run = 连三张至少 3 组
why-short-chain = 连炸至少 3 组，每组至少 4 张
why-incomplete-run = {$type}还差 {$missing} 张
why-uneven-run = {$type}每个点数都要 {$width} 张，{$rank} 是 {$number} 张
why-thin-chain = 连炸每个点数至少 4 张，{$rank} 只有 {$number} 张
why-gap = 点数要连着，{$low} 和 {$high} 中间断了
why-goes-round = 2 和 3 不相连
why-attachment = 不能带牌：对子、三同张和炸弹都要单独出
why-unlike = 点数不同，又连不成顺子，不能一起出

# 管不上：说出差在哪里

why-other-type = 桌上是{$to_beat}，你这是{$tried}。要更大的{$type}，或者炸
why-other-size = 桌上的{$type}是 {$other} 张，你这是 {$own} 张。要一样多的，或者炸
why-lower = {$tried} 管不上{$to_beat}
why-equal = 一样大，管不上
why-needs-bomb = 桌上是{$to_beat}，你这是{$tried}。要更大的炸
why-only-bombs = 桌上已经是最大的{$type}，只有炸管得上
why-nothing-beats = 桌上是最大的炸，什么都管不上
why-fewer-phases = 这是 {$own} 相，管不上 {$other} 相
why-kings-are-weakest = 同是 {$phases} 相，王炸最小
why-chain-meets-natural = 同是 {$phases} 相，连炸管不上正相炸
why-lower-rank = 同是 {$phases} 相，{$own} 管不上 {$other}
why-fewer-cards = 同是 {$phases} 相连炸，比张数：{$own} 张管不上 {$other} 张
why-fewer-points = 同是 {$phases} 相连炸，比点数：{$own} 点管不上 {$other} 点
