# The result of a deal

result-heading = 🏆 <b>{$kind}</b> · deal {$number} · {$one} + {$two} win
result-void = 🍃 <b>Void deal</b> · deal {$number}
    All four timed out and are barred; no points move
result-row = {$place} {$name} {$points}
result-total = total {$total} · {$title}
result-promoted = 🎉 {$name} promoted: {$titles}
result-demoted = 📉 {$name} demoted to {$title}
result-formula = {$kind} {$units} × base {$base} = <b>{$points}</b>
result-formula-bomb = {$kind} {$units} × multiplier {$multiplier} × base {$base} = <b>{$points}</b>
result-multiplier = 💣 Multiplier ×{$multiplier}: {$name}, {$bomb}
result-contributions = 💣 Contributions: {$bombs}
result-contribution = {$name} {$bomb} → {$amount} from each
result-contribution-held = {$name} {$bomb} (not played) → {$amount} from each
result-contributions-more = and {$number} more
result-bomb = {$cards} {$bomb}
result-bomb-capped = {$cards} {$bomb} (counted as {$counted})
result-practice = 🍵 Practice, does not count
result-ready = ✅ Again: {$names} ({$ready} of {$needed})
button-again = Play again
button-again-count = Play again {$ready}/{$needed}
button-dissolve = Break up
button-replay = ▶️ Replay

picture-total = total
picture-contributions = Contributions
picture-multiplier = ×{$multiplier}
picture-played = played
picture-held = not played
picture-bomb = {$bomb} · {$how}
picture-winners = {$one} + {$two} win
picture-practice = practice, does not count
result-points = {$kind} <b>{$points}</b>
result-sum = {$kind} {$result} · contributions {$contribution} → <b>{$points}</b>
result-held = {$number} left: {$cards}
picture-sum = {$kind} {$result} · contributions {$contribution}
picture-left = {$number} left
picture-bomb-of = {$name} · {$bomb}
