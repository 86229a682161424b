# The result of a deal

result-heading = 🏆 <b>{$kind}</b> · deal {$number}
result-winners = {$one} + {$two} win
result-void = 🍃 <b>Void deal</b> · deal {$number}
    All four timed out and are barred; no points move
result-row = {$place} {$name} <b>{$points}</b>
result-total = total {$total} · {$title}
result-split = result {$result}, contributions {$contribution}
result-promoted = 🎉 {$name} promoted: {$titles}
result-demoted = 📉 {$name} demoted to {$title}
result-formula = {$kind} {$units} × base {$base} = <b>{$points}</b>
result-formula-bomb = {$kind} {$units} × multiplier {$multiplier} × base {$base} = <b>{$points}</b>
result-multiplier = multiplied by {$name}’s {$bomb}
result-contributions = Contributions (each of the others pays)
result-contribution = · {$name} {$bomb} → {$amount} each
result-contribution-held = · {$name} {$bomb}, not played → {$amount} each
result-contributions-more = · and {$number} more
result-bomb = {$cards} {$bomb}
result-bomb-capped = {$cards} {$bomb} (counted as {$counted})
result-practice = 🍵 Practice, does not count
result-verify = 🔎 /verify checks that the shuffle was fair
result-seed = 🔓 Seed <code>{$seed}</code>
result-next-commitment = 🔒 Next shuffle sealed as <code>{$commitment}</code>
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
