import cython

cdef int _STATES, _FULL, _TWO, _SMALL, _BIG, _BOMB, _WIDEST
cdef double _IMPOSSIBLE, _WILD, _PER_HEIGHT

cdef class Decomposer:
    cdef object _fallback, _read
    cdef readonly int wild_small, wild_big, king_bomb, chain_end
    cdef public int[::1] ranks
    cdef int[::1] left
    cdef public int[::1] units
    cdef public int number
    cdef int[::1] _slot, _state, _generation, _choice, _next, _widths, _shortest, _starts, _begin, _end
    cdef double[::1] _cost, _groups, _run_costs, _per_rank
    cdef int _now, _used
    @cython.locals(slot=int, index=int)
    cpdef list decompose(self, bytes hand)
    @cython.locals(jokers=int, first=int)
    cpdef void run(self) except *
    cdef void _decompose_slowly(self) except *
    @cython.locals(first=int, lacking=int, slot=int)
    cdef bint _may_chain(self, int jokers) noexcept
    @cython.locals(shortest=int, width=int, lacking=int, other=int)
    cdef int _may_start(self, int kind, int slot, int jokers) noexcept
    @cython.locals(place=int, straights=int, pair_runs=int, triple_runs=int, jokers=int, have=int, room=int,
                   straights_must=int, straights_may=int, pairs_must=int, pairs_may=int, triples_must=int,
                   triples_may=int, straight_starts=int, pair_starts=int, triple_starts=int, straights_least=int,
                   pairs_least=int, triples_least=int, lowest=double, straights_ended=int, straights_started=int,
                   straights_kept=int, straights_open=int, straight_cost=double, pairs_ended=int, pairs_started=int,
                   pairs_kept=int, pairs_open=int, used=int, pair_cost=double, triples_ended=int, triples_started=int,
                   triples_kept=int, triples_open=int, left=int, spent=int, triple_cost=double, cost=double, most=int,
                   more=int, total=double, unused=int, rest=int, after=int)
    cdef int _search(self, int slot, int state) noexcept
    @cython.locals(slot=int, kind=int, place=int, choice=int, ended=int, started=int, run=int, number=int, more=int,
                   size=int, is_wild=int)
    cdef void _collect(self, int first, int jokers) except *
    cdef void _note(self, int code) noexcept
    cpdef int natural(self, int size, int slot) noexcept
    cdef void _spend(self, int number) noexcept
    @cython.locals(width=int, lacking=int, slot=int, taken=int, small=int, big=int)
    cdef int _take_run(self, int kind, int first, int length, int jokers) except -1
