# The first lesson

button-learn = 🎓 Learn it in three minutes
lesson-in-private = The lesson is held in private: tap below to begin
lesson-heading = 🎓 <b>{$number}/{$steps} · {$title}</b>
lesson-table = On the table: <b>{$cards}</b> ({$reading})
lesson-you-lead = It is your lead
lesson-beat = {$who} played <b>{$reading}</b>. Do you beat it?
lesson-selected = Selected {$cards}
lesson-selected-as = Selected {$cards}: {$reading}
button-lesson-next = Next ▶
button-lesson-skip = Skip ▶
button-lesson-end = Stop here
button-lesson-again = 🔁 Once more
button-lesson-done = Done
lesson-ended = 🎓 Come back any time: /learn. For the real thing: /newgame in a group, or /newgame here against three computers.

lesson-runs-title = From singles to straights
lesson-runs-text = Cards from low to high: 3 to 10, J, Q, K, A, 2, small joker, big joker.
    You may play a single, a pair or a triple; five or more in a row are a <b>straight</b>, and pairs or triples may run as well, up to the ace.
    Tap ranks to select cards, and play a straight.
lesson-runs-right = ✅ That is a straight. The more cards it takes along the better: 345678 are six at once. Nothing is ever attached to a triple or a bomb.
lesson-runs-allowed = Allowed, but please play a straight here: five or more in a row; you hold all from 3 to 8

lesson-follow-title = Following
lesson-follow-text = To beat a play you need the same type with as many cards, and a higher rank. If you cannot or do not want to, pass; you may still play when your turn comes round again.
    Beat this pair of nines.
lesson-follow-right = ✅ Queens beat nines. Suits never matter.
lesson-follow-allowed = You may pass, but find a higher pair here

lesson-bombs-title = Bombs and phases
lesson-bombs-text = Four or more of a rank are a <b>bomb</b>; it has as many <b>phases</b> as cards and beats everything that is no bomb.
    Among bombs more phases win; only at equal phases the rank decides.
    Four kings lie there. Can you beat them?
lesson-bombs-right = ✅ Five threes have five phases, more than the four of the kings.
lesson-bombs-allowed = You may pass, but count: you hold a bomb of five phases

lesson-chain-title = Chain bombs
lesson-chain-text = Three or more bombs of neighbouring ranks may go together as a <b>chain bomb</b>: the size of its smallest group plus the number of groups are its phases.
    4444 5555 6666 have 4+3=7 phases.
    Six eights lie there: six phases.
lesson-chain-right = ✅ Your chain counts seven phases, more than six. At equal phases a bomb of one rank beats a chain.
lesson-chain-allowed = You may pass, but three groups of four in a row have seven phases

lesson-jokers-title = Jokers are wild
lesson-jokers-text = A joker may stand for any card from 3 to 2, in bombs as well.
    Five nines lie there, five phases. What do you have with the help of a joker?
lesson-jokers-right = ✅ Four queens and one joker are five queens: five phases too, and queens beat nines. Keep the other joker for later.
lesson-jokers-allowed = You may pass, but a joker can be a queen

lesson-lead-for-partner-title = Leading for your partner
lesson-lead-for-partner-text = Your <b>partner</b> sits opposite; you are a team. They have just played their last card, a king, and are out; the other two passed.
    If nobody beats it, <b>you lead</b> for them (接风). Beat the king, or pass?
lesson-lead-for-partner-right = ✅ Never beat your own side without need. Now you lead: 34567 at once, and only a 2 is left.
lesson-lead-for-partner-allowed = You can, but the lead is yours anyway: keep the 2 and pass

lesson-results-title = Three ways to win
lesson-results-text = It counts who is out first: 1st and 2nd are <b>Shuangkou</b>, a double win (3 units), 1st and 3rd <b>Dankou</b>, a single win (2 units), 1st and 4th <b>Pingkou</b>, a plain win (1 unit).
    You are out first, your partner third. What is it?
lesson-results-answer-1 = Shuangkou
lesson-results-answer-2 = Dankou
lesson-results-answer-3 = Pingkou
lesson-results-right = ✅ Dankou: 2 units. The largest bomb the winners played multiplies it: five phases ×2, six ×4, up to twelve ×256.
lesson-results-wrong = Look again: 1st and 3rd are one team

lesson-contribution-title = Contributions
lesson-contribution-text = For a bomb of six phases or more <b>each of the others pays you</b>, whoever wins: six phases 2 times the base score, seven 4 times, eight 8 times and so on. Bombs left in your hand count too.
    The base score is 100 and you played seven phases. How much does each of them pay?
lesson-contribution-answer-1 = 200
lesson-contribution-answer-2 = 400
lesson-contribution-answer-3 = 700
lesson-contribution-right = ✅ 400 each, 1,200 together. So a deal can be lost and still bring points.
lesson-contribution-wrong = Count again: seven phases are 4 times the base score

lesson-deal-heading = 🎓 <b>At last, a small deal</b>
lesson-deal-text = All cards are open to you. You and your partner are a team: get out first.
lesson-seat = {$who}: {$cards}
lesson-seat-acted = {$seat} ← <b>{$act}</b>
lesson-seat-out = out
lesson-passed = pass
lesson-seat-you = You
lesson-seat-next = Next
lesson-seat-partner = 🤝 Partner
lesson-seat-previous = Previous
lesson-deal-won = 🎉 <b>You won!</b> {$kind}, {$points}
lesson-deal-lost = This one is lost: {$kind}, {$points}. The cards stay the same: try another way?
lesson-deal-end = In a real deal everybody has 27 cards, and nobody sees yours.
