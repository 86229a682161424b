# Looking at a deal again: /review

review-heading = 🔍 <b>Review #{$deal}</b> · accuracy <b>{$percent}%</b>
review-table = {" "}· table {$percent}%
review-begins = 🔍 Looking at #{$deal} again…
review-progress = 🔍 Looking at #{$deal} again… {$done}/{$number}
review-failed = 😵 The review of #{$deal} did not work out; tap once more in a while
review-nothing = 👏 Nothing to reproach: no decision was much worse than the best
review-no-choice = You never had a choice in this deal, so there is nothing to review
review-turn = <b>Action {$turn}</b> · you hold {cards-left}
review-lead = You lead
review-follow = To beat: <b>{$play}</b> by {$name}
review-left = Cards left: {$others}
review-done = ❌ You: <b>{$action}</b>
review-better = ✅ Better: <b>{$action}</b> · {$reason}
review-picture-done = ❌ You
review-picture-better = ✅ Better
review-cost = On average it cost you about <b>{$points}</b> points · {$percent}% sure
review-mark = ❗ Better: <b>{$better}</b> (about +{$points} on average)
review-is-private = The review is in our private chat, for you alone
button-review = 🔍 Review
button-to-review = 🔍 To the review
