import cython
from libc cimport math
from engine.core.chance cimport Chance
from engine.core.unit_game cimport UnitGame

cdef int _BOMB_BLOCK, _PLAY_BLOCK, _SHARED_BLOCK, _FEATURES, _HIDDEN, _BOMB, _CHAIN, _ROOM, _W, _U, _B, _V
cdef int PASS, SPLIT, WIDTH

cdef class Policy:
    cdef public double[::1] weights, shares, values, hidden, shared_values
    cdef public int[::1] features, lengths, shared
    cdef public int context, number, shared_length
    cdef double[::1] _common
    cdef int[::1] _unseen, _cards_above, _pairs_above, _triples_above
    cdef int _at, _base, _length, _few, _plain, _bombs, _losers, _bosses, _trick_higher, _has_same, _best_same
    cdef int _least_same, _least_bomb, _partner_acts
    cdef double _outside
    @cython.locals(number=int, drawn=double, index=int)
    cpdef int choose(self, UnitGame game, Chance chance) noexcept
    @cython.locals(index=int)
    cpdef int run(self, UnitGame game, Chance chance) noexcept
    @cython.locals(number=int, most=double, linear=int, unit=int, place=int, row=int, value=double, move=int,
                   score=double, layer=int, feature=int, total=double, weights=double[::1])
    cpdef void weigh(self, UnitGame game) noexcept
    @cython.locals(play_type=int, top=int, width=int, length=int, found=int, run=int, slot=int)
    cdef int higher(self, int code) noexcept
    cdef void _start(self, int base, int block) noexcept
    cdef void _put(self, double value) noexcept
    cdef void _flag(self, bint is_set) noexcept
    cdef void _add(self, double value) noexcept
    @cython.locals(seat=int, owner=int, own=int, situation=int, size=int, few=int, move=int, code=int, kind=int)
    cpdef void describe(self, UnitGame game) noexcept
    @cython.locals(seat=int, cards=int, pairs=int, triples=int, outside=double, jokers=int, turned=int, slot=int,
                   unseen=int, one=int, other=int, to_beat=int, index=int, code=int, mate=int)
    cdef void _look_round(self, UnitGame game) noexcept
    @cython.locals(seat=int, to_beat=int, step=int, which=int, play_type=int, most=int)
    cdef void _describe_table(self, UnitGame game, int situation) noexcept
    @cython.locals(seat=int, to_beat=int, owner=int, owners=int, mates=int, is_bomb=bint, is_partners=bint, is_boss=bint)
    cdef void _describe_pass(self, UnitGame game, int move) noexcept
    @cython.locals(seat=int, to_beat=int, owners=int, mates=int, phases=int, is_partners=bint)
    cdef void _describe_bomb(self, UnitGame game, int move, int code) noexcept
    @cython.locals(seat=int, to_beat=int, owners=int, own=int, mates=int, play_type=int, size=int, height=double, higher=int,
                   is_boss=bint, is_split=bint, before=int, losers=int, after=int, few=int, which=int)
    cdef void _describe_play(self, UnitGame game, int move, int code, int kind) noexcept
    @cython.locals(seat=int, lowest=int, index=int, code=int)
    cdef int _lowest_top(self, UnitGame game) noexcept
