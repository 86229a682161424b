# 第一课

button-learn = 🎓 三分钟学会
lesson-in-private = 课在私聊里上，点下面就开始
lesson-heading = 🎓 <b>{$number}/{$steps} · {$title}</b>
lesson-table = 桌上：<b>{$cards}</b>（{$reading}）
lesson-you-lead = 轮到你先出
lesson-beat = {$who}出了 <b>{$reading}</b>，你管不管？
lesson-selected = 选了 {$cards}
lesson-selected-as = 选了 {$cards}：{$reading}
button-lesson-next = 下一步 ▶
button-lesson-skip = 跳过 ▶
button-lesson-end = 不学了
button-lesson-again = 🔁 再打一次
button-lesson-done = 学完了
lesson-ended = 🎓 随时可以再来：/learn。想真打：在群里 /newgame，或者在这儿 /newgame 和三个电脑练练。

lesson-runs-title = 从单张到顺子
lesson-runs-text = 牌从小到大：3 到 10、J、Q、K、A、2、小王、大王。
    可以出单张、对子、三同张；五张以上连着的是<b>顺子</b>，连着的对子、三同张也行，最高到 A。
    点点数选牌，出一个顺子。
lesson-runs-right = ✅ 这就是顺子。一次走得越多越好：345678 六张一起走。没有三带二，也没有四带两。
lesson-runs-allowed = 能出，不过这一步请出顺子：五张以上连着的，从 3 到 8 都有

lesson-follow-title = 跟牌
lesson-follow-text = 跟牌要同样的牌型、同样的张数，还要更大。管不上，或者不想管，就点“不出”；下次轮到你还能出。
    管住这对 9。
lesson-follow-right = ✅ 对 Q 大过对 9。花色不分大小。
lesson-follow-allowed = 不出也行，不过这一步请找一对更大的

lesson-bombs-title = 炸弹论相
lesson-bombs-text = 四张以上同点是<b>炸弹</b>，几张就是几<b>相</b>，管所有不是炸弹的牌。
    炸弹之间先比相数，相数一样才比点数。
    桌上四个 K，你管得上吗？
lesson-bombs-right = ✅ 五个 3 是五相，大过四相的四个 K。
lesson-bombs-allowed = 不出也行，不过数一数：你有一把五相的

lesson-chain-title = 连炸
lesson-chain-text = 三组以上相邻的炸弹可以一起出，叫<b>连炸</b>：最少那组的张数，加组数，就是相数。
    4444 5555 6666 是 4+3=7 相。
    桌上六个 8，是六相。
lesson-chain-right = ✅ 你的连炸算七相，大过六相。相数一样时，单一点数的炸弹大过连炸。
lesson-chain-allowed = 不出也行，不过三组四张连在一起就是七相

lesson-jokers-title = 王能变
lesson-jokers-text = 王可以当 3 到 2 的任何一张牌，炸弹里也行。
    桌上五个 9，是五相。加上王，你有什么能管？
lesson-jokers-right = ✅ 四个 Q 加一张王就是五个 Q，同是五相，Q 大过 9。省下的王以后还有用。
lesson-jokers-allowed = 不出也行，不过王能当 Q 用

lesson-lead-for-partner-title = 对家接风
lesson-lead-for-partner-text = 你的<b>对家</b>坐在对面，你们俩一队。他刚出了最后一张 K，牌出完了，另外两家都不要。
    没人管，就由你<b>接风</b>：你随便出。管他那张 K，还是不出？
lesson-lead-for-partner-right = ✅ 不管自己人。现在轮到你先出：34567 一把走掉，只剩一张 2。
lesson-lead-for-partner-allowed = 管得上，可是不管也归你先出：留着 2，点“不出”

lesson-results-title = 三种赢法
lesson-results-text = 看谁先出完：一队拿第 1、第 2 是<b>双扣</b>（3 倍），第 1、第 3 是<b>单扣</b>（2 倍），第 1、第 4 是<b>平扣</b>（1 倍）。
    你第一个出完，对家第三，这是？
lesson-results-answer-1 = 双扣
lesson-results-answer-2 = 单扣
lesson-results-answer-3 = 平扣
lesson-results-right = ✅ 单扣，2 倍。赢家出过的最大炸弹还要翻倍：五相 ×2，六相 ×4，一直到十二相 ×256。
lesson-results-wrong = 再看看：第 1 和第 3 是一队

lesson-contribution-title = 贡献分
lesson-contribution-text = 六相以上的炸弹，不管输赢，其余三家<b>各付你</b>：六相 2 倍底分，七相 4 倍，八相 8 倍……每多一相再翻一倍。手里剩下的也算。
    底分 100，你出过一把七相的，每家付你多少？
lesson-contribution-answer-1 = 200
lesson-contribution-answer-2 = 400
lesson-contribution-answer-3 = 700
lesson-contribution-right = ✅ 每家 400，一共 1 200。所以有时输了牌，分倒是赢的。
lesson-contribution-wrong = 再算算：七相是 4 倍底分

lesson-deal-heading = 🎓 <b>最后打一小局</b>
lesson-deal-text = 牌都摊开给你看。你和对家一队，谁先走完看你的。
lesson-seat = {$who}：{$cards}
lesson-seat-acted = {$seat} ← <b>{$act}</b>
lesson-seat-out = 出完了
lesson-passed = 不出
lesson-seat-you = 你
lesson-seat-next = 下家
lesson-seat-partner = 🤝 对家
lesson-seat-previous = 上家
lesson-deal-won = 🎉 <b>赢了！</b>{$kind}，{$points}
lesson-deal-lost = 这局输了：{$kind}，{$points}。牌都一样，换个打法再试试？
lesson-deal-end = 真打的时候每人 27 张，别人的牌看不见。
