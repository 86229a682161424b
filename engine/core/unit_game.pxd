import cython

cdef int _UNIT, _SPLIT, _PASS, _WIDTH, _BOMB, _CHAIN, _FIRST_MULTIPLYING, _FIRST_EARNING, _HAND, _KEPT
cdef int _LOW_PLAY, _COVER_UP_TO, _PARTNER_RUNS, _SPLIT_AGAINST, _SPLIT_WITH, _BOMB_AGAINST, _BOMB_WITH
cdef double[::1] _LEAD_BONUS
cdef double _GIVES_AWAY

cdef class UnitGame:
    cdef public int[::1] units, number, cards, active, order, phases, held, own, moves, kinds
    cdef public int placed, earned, turn, to_beat, to_beat_by, choices, kind
    cdef int _cap
    cdef int[::1] _stakes, _kept
    @cython.locals(seat=int, slot=int)
    cpdef void clear(self) noexcept
    @cython.locals(code=int)
    cpdef void give(self, int seat, object units) except *
    cpdef void hold(self, int seat, int code) noexcept
    @cython.locals(kept=int[::1], place=int, index=int, slot=int, seat=int)
    cpdef void keep(self) noexcept
    @cython.locals(kept=int[::1], place=int, index=int, slot=int, seat=int)
    cpdef void restore(self) noexcept
    cpdef bint play_from_outside(self, int code) noexcept
    cpdef int size(self, int code) noexcept
    cpdef int bomb_phases(self, int code) noexcept
    cpdef int contribution(self, int phases) noexcept
    cpdef bint beats(self, int code, int to_beat) noexcept
    @cython.locals(first=int, last=int, width=int, kind=int, slot=int)
    cdef void _count(self, int seat, int code, int sign) noexcept
    @cython.locals(seat=int, base=int, count=int, to_beat=int, number=int, bombs_too=bint, index=int, code=int, least=int,
                   most=int, split=int, play_type=int, top=int)
    cpdef int list_moves(self) noexcept
    @cython.locals(index=int)
    cdef bint _is_listed(self, int code, int count) noexcept
    @cython.locals(seat=int)
    cpdef bint move(self, int code, int kind) noexcept
    @cython.locals(base=int, number=int, index=int)
    cpdef void drop(self, int seat, int code) noexcept
    @cython.locals(top=int, play_type=int, base=int, found=int, index=int, other=int, rest=int)
    cdef void _split(self, int seat, int code) noexcept
    @cython.locals(seat=int, side=int, phases=int, units=int)
    cpdef bint put_down(self, int code) noexcept
    @cython.locals(step=int, other=int, turned=int)
    cpdef void pass_on(self) noexcept
    @cython.locals(first=int, mate=int, units=int, phases=int)
    cpdef int stake(self) noexcept
    @cython.locals(total=int, seat=int, index=int, code=int, units=int)
    cpdef int value(self) noexcept
    cpdef int quick_move(self) noexcept
    @cython.locals(code=int)
    cpdef int run_quick(self) noexcept
    @cython.locals(seat=int, base=int, next_cards=int, last_cards=int, fewest=int, other=int, partner_waits=bint,
                   best=int, best_score=double, index=int, code=int, score=double, size=int, top=int)
    cdef int _quick_lead(self) noexcept
    @cython.locals(seat=int, owner=int, to_beat=int, base=int, best=int, bomb=int, split=int, play_type=int, index=int,
                   code=int, covers=bint, threat=int)
    cdef int _quick_answer(self) noexcept
