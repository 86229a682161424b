import cython
from libc cimport math
from engine.core.unit_game cimport UnitGame

cdef int WIDTH, _PER_SEAT, _INPUTS, _FIRST, _SECOND, _NUMBERS, _FIRST_BIAS, _MIDDLE, _SECOND_BIAS, _LAST, _BOMB
cdef double _LEAK, _SCALE

cpdef double squash(double points) noexcept
cpdef double stretch(double value) noexcept

cdef class ValueNet:
    cdef public double[::1] weights, values
    cdef public int[::1] inputs
    cdef public int length
    cdef double[::1] _first, _second, _first_error, _second_error
    cdef int _at
    cdef int[::1] _tops, _bombs
    cpdef double value(self, UnitGame game) noexcept
    @cython.locals(unit=int, place=int, row=int, value=double, total=double, weights=double[::1])
    cpdef double forward(self) noexcept
    cpdef void backward(self, double error, double[::1] gradient) noexcept
    @cython.locals(into=double[::1], weights=double[::1], unit=int, place=int, row=int, value=double, slope=double)
    cdef void _backward(self, double error, double[::1] gradient) noexcept
    cdef void _put(self, double value) noexcept
    cdef void _flag(self, bint is_set) noexcept
    @cython.locals(seat=int, kind=int, index=int, code=int, step=int)
    cpdef void describe(self, UnitGame game) noexcept
    @cython.locals(index=int, other=int)
    cdef bint _is_beaten(self, UnitGame game, int seat, int code) noexcept
    @cython.locals(cards=int, left=int, right=int, bombs=int, plain=int, low_singles=int, mid_singles=int,
                   high_singles=int, low_pairs=int, high_pairs=int, triples=int, runs=int, lost_singles=int,
                   lost_pairs=int, lost_triples=int, lost_runs=int, bosses=int, boss_bombs=int, earning=int, four=int,
                   five=int, six=int, seven=int, index=int, code=int, phases=int, top=int, kind=int, is_lost=bint,
                   losers=int, need=int)
    cdef void _describe_seat(self, UnitGame game, int seat) noexcept
    @cython.locals(seat=int, to_beat=int, step=int, play_type=int, which=int, other=int)
    cdef void _describe_trick(self, UnitGame game) noexcept
