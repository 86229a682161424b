# python -m engine explain：为什么算这手牌，压得住什么，什么压得住它

explain-separator = 、
explain-parts = ，
explain-or = {$one} 或 {$other}
explain-range = {$first} 到 {$last}

explain-joker-small = 小王
explain-joker-big = 大王
explain-plain = {$type} {$cards}
explain-bomb = {$natural ->
    [yes] 正{$phases}相炸弹 {$cards}
   *[no] {$phases}相炸弹 {$cards}
}
explain-chain-bomb = {$natural ->
    [yes] 正{$phases}相连炸 {$cards}
   *[no] {$phases}相连炸 {$cards}
}
explain-king-bomb = {$phases}相王炸 {$cards}

explain-led = {$cards}：领出，算{$play}。
explain-laid = {$cards}：压 {$to_beat}，算{$play}。
explain-jokers = 王：{$parts}。
explain-joker-as = {$joker}当 {$ranks}

explain-counted-kings = 本桌打王炸：{$size} 张王算 {$phases} 相，在同相的炸弹里最小。
explain-counted-natural = {$size} 张一样的牌，就是正 {$phases} 相。
explain-counted-chain = 连炸只能选一种最大的算法：{$best}（比{$other}大）。
explain-counting-single = 其中 {$cards} 单独算正 {$phases} 相
explain-counting-stretch = {$cut ->
    [yes] 去掉多余的牌还原成 {$cards}，{$width} 张 + {$ranks} 组 = {$phases} 相（{$size} 张，点数和 {$points}）
   *[no] 按 {$cards}，{$width} 张 + {$ranks} 组 = {$phases} 相（{$size} 张，点数和 {$points}）
}

explain-choice = 可以自己选：{$plays}，最大的牌一样大；不选就算{$type}。
explain-not-highest = 也能看成{$play}，但领出时按点数最大的牌型算，所以不是。
explain-other-type = 也能看成{$play}，但桌上是{$to_beat}，牌型不同压不了。
explain-not-higher = 也能看成{$play}，但不比桌上的{$to_beat}大。

explain-beats = 它压得住：{$plays}。
explain-beats-nothing = 它压得住：没有，同样的牌里它最小。
explain-beaten-by = 压得住它：{$plays}，或任何炸弹。
explain-beaten-by-bombs = 压得住它：只有炸弹。
explain-bomb-beats = 它压得住：一切不是炸弹的牌、相数更少的炸弹；同是 {$phases} 相的，{$weaker}。
explain-weaker-kings = 都压不住
explain-weaker-natural = 换算出来的连炸，和点数更小的正相数炸弹
explain-weaker-chain = 还原后少于 {$cards} 张、或张数一样但点数和小于 {$points} 的连炸
explain-bomb-beaten-by = 压得住它：相数更多的炸弹；同是 {$phases} 相的，{$stronger}。
explain-stronger-kings = 任何别的炸弹
explain-stronger-natural = 比 {$rank} 大的正相数炸弹
explain-stronger-highest = 没有（一样大压不了）
explain-stronger-chain = 任何正相数炸弹，或还原后多于 {$cards} 张、或张数一样但点数和大于 {$points} 的连炸
explain-nothing-beats = 压得住它：没有，这是最大的牌。

explain-worth = 值多少：赢家打出它，胜负分 ×{$multiplier}；贡献分向每家收 {$units} 倍底分。
explain-worth-no-contribution = 值多少：赢家打出它，胜负分 ×{$multiplier}；贡献分从 {$phases} 相算起。

explain-refused = {$cards}：{$reason}。
