# python -m engine verify：从种子重新算出一局牌

verify-commitment = 承诺：服务器种子的 SHA-256 是 {$found}
verify-kept = 承诺：与事先公布的一致，种子没有换过。
verify-broken = 承诺：与事先公布的 {$given} 不一致，种子被换过！
verify-derived = 本局种子：由服务器种子、第 {$number} 局和 {$taps} 次玩家点击算出
verify-seed = 种子：{$seed}
verify-shuffled = 发牌方式：洗牌
verify-clumped = 发牌方式：不洗牌
verify-hand = {$place} 号位：{$cards}
verify-opening = 明牌：{$card}（{$twin} 是另一张），{$leader} 号位抓到，先出牌
verify-own-twin = 两张都在 {$leader} 号位手里，座位不变，对家是 {$partner} 号位
verify-opposite = 另一张在 {$partner} 号位手里，正好是对家，座位不变
verify-swap = 另一张在 {$partner} 号位手里，和 {$leader} 号位成为对家：{$one} 号位和 {$other} 号位的玩家交换位置
verify-joker-small = 小王
verify-joker-big = 大王
