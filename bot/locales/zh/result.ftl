# 一局的结果

result-heading = 🏆 <b>{$kind}</b> · 第 {$number} 局
result-winners = {$one} + {$two} 赢
result-void = 🍃 <b>流局</b> · 第 {$number} 局
    四家都超时不能出牌，谁也不进不出
result-row = {$place} {$name} <b>{$points}</b>
result-total = 累计 {$total} · {$title}
result-split = 胜负 {$result}，贡献 {$contribution}
result-promoted = 🎉 {$name} 升官：{$titles}
result-demoted = 📉 {$name} 降为{$title}
result-formula = {$kind} {$units} × 底分 {$base} = <b>{$points}</b>
result-formula-bomb = {$kind} {$units} × 翻倍 {$multiplier} × 底分 {$base} = <b>{$points}</b>
result-multiplier = 翻倍靠 {$name} 的 {$bomb}
result-contributions = 贡献分（其余三家各付）
result-contribution = · {$name} {$bomb} → 各付 {$amount}
result-contribution-held = · {$name} {$bomb}（没出）→ 各付 {$amount}
result-contributions-more = · 还有 {$number} 把
result-bomb = {$cards} {$bomb}
result-bomb-capped = {$cards} {$bomb}（按{$counted}相）
result-practice = 🍵 练习局，不计分
result-verify = 🔎 洗牌有没有动手脚，/verify 一查便知
result-seed = 🔓 种子 <code>{$seed}</code>
result-next-commitment = 🔒 下一局的洗牌承诺 <code>{$commitment}</code>
result-ready = ✅ 再来：{$names}（{$ready}/{$needed}）
button-again = 再来一局
button-again-count = 再来一局 {$ready}/{$needed}
button-dissolve = 散桌
button-replay = ▶️ 回放

picture-total = 累计
picture-contributions = 贡献分
picture-multiplier = ×{$multiplier}
picture-played = 已出
picture-held = 没出
picture-bomb = {$bomb} · {$how}
picture-winners = {$one} + {$two} 赢
picture-practice = 练习局，不计分
