# 一局的结果

result-heading = 🏆 <b>{$kind}</b> · 第 {$number} 局 · {$one} + {$two} 赢
result-void = 🍃 <b>流局</b> · 第 {$number} 局
    四家都超时不能出牌，谁也不进不出
result-row = {$place} {$name} {$points}
result-total = 累计 {$total} · {$title}
result-promoted = 🎉 {$name} 升官：{$titles}
result-demoted = 📉 {$name} 降为{$title}
result-formula = {$kind} {$units} × 底分 {$base} = <b>{$points}</b>
result-formula-bomb = {$kind} {$units} × 翻倍 {$multiplier} × 底分 {$base} = <b>{$points}</b>
result-multiplier = 💣 翻倍 ×{$multiplier}：{$name} {$bomb}
result-contributions = 💣 贡献：{$bombs}
result-contribution = {$name} {$bomb} → 各付 {$amount}
result-contribution-held = {$name} {$bomb}（没出）→ 各付 {$amount}
result-contributions-more = 还有 {$number} 把
result-bomb = {$cards} {$bomb}
result-bomb-capped = {$cards} {$bomb}（按{$counted}相）
result-practice = 🍵 练习局，不计分
result-ready = ✅ 再来：{$names}（{$ready}/{$needed}）
button-again = 再来一局
button-again-count = 再来一局 {$ready}/{$needed}
button-dissolve = 散桌
button-replay = ▶️ 回放

picture-total = 累计
picture-contributions = 贡献分
picture-multiplier = ×{$multiplier}
picture-played = 出了
picture-held = 没出
picture-bomb = {$bomb} · {$how}
picture-winners = {$one} + {$two} 赢
picture-practice = 练习局，不计分
result-points = {$kind} <b>{$points}</b>
result-sum = {$kind} {$result} · 贡献 {$contribution} → <b>{$points}</b>
result-held = 剩 {$number} 张：{$cards}
picture-sum = {$kind} {$result} · 贡献 {$contribution}
picture-left = 剩 {$number} 张
picture-bomb-of = {$name} · {$bomb}
