import cython
from libc cimport math
from engine.core.chance cimport Chance
from engine.core.decomposer cimport Decomposer
from engine.core.value_net cimport ValueNet, squash, stretch
from engine.core.policy cimport Policy
from engine.core.unit_game cimport UnitGame

cdef int WIDTH, _POLICY, _VALUE, _HIDDEN, _SHARED_BLOCK, _PLAYINGS, _U, _B, _V, _ROOM, _DECISIONS, _ENTRIES, _BATCH
cdef double _LAMBDA, _MOST_ADVANTAGE, _MOST_ERROR, _DECAY, _SMALL, _MOMENTUM, _VALUED

cdef class Learner:
    cdef UnitGame _game
    cdef Decomposer _decomposer
    cdef Policy _policy
    cdef ValueNet _value_net
    cdef Chance _chance
    cdef int[::1] _pack, _contexts, _chosen, _sides, _earned, _first_move, _moves_at, _features, _shared
    cdef int[::1] _shared_lengths, _inputs, _input_lengths
    cdef double[::1] _gradient, _squares, _value_gradient, _velocity, _estimates, _shares, _layers, _values
    cdef double[::1] _shared_values, _input_values, _slopes, _sum_slopes
    cdef int[::1] _kept, _kept_number
    cdef int _seen, _count, _turned
    cdef double _entropy
    cdef public double policy_loss, value_loss
    cdef public int decisions, valued
    @cython.locals(deal=int)
    cpdef void imitate(self, int deals, double step, double value_step) except *
    @cython.locals(deal=int)
    cpdef void improve(self, int deals, double step, double value_step) except *
    @cython.locals(game=UnitGame, index=int)
    cdef int _duel_once(self, Policy other, int side) noexcept
    @cython.locals(pack=int[::1], chance=Chance, game=UnitGame, decomposer=Decomposer, card=int, slot=int, other=int, seat=int,
                   index=int)
    cpdef void deal(self) except *
    @cython.locals(seat=int, index=int)
    cdef void _keep(self) noexcept
    @cython.locals(step=int, seat=int, index=int)
    cdef void _deal_again(self) noexcept
    @cython.locals(game=UnitGame, policy=Policy, value_net=ValueNet, moves=int, entries=int, over=bint, number=int, index=int,
                   code=int, kind=int, move=int, drawn=double, place=int, entry=int)
    cdef void _play(self, bint quickly) noexcept
    @cython.locals(game=UnitGame, final=int, chance=Chance, coming=double, coming_side=int, later=int, turned=int,
                   place=int, side=int, sign=double, target=double, ahead=double, gained=double, estimate=double,
                   advantage=double, goal=double, entry=int, error=double)
    cdef void _learn(self, bint imitates, bint with_policy) noexcept
    @cython.locals(first=int, last=int, chosen=int, linear=int, weights=double[::1], into=double[::1], mean=double,
                   move=int, unit=int, share=double, slope=double, entry=int, value=double, row=int)
    cdef void _push(self, int place, double weight, double entropy) noexcept
    @cython.locals(weights=double[::1], into=double[::1], squares=double[::1], index=int, slope=double, size=double)
    cdef void _move_policy(self, double step) noexcept
    @cython.locals(weights=double[::1], into=double[::1], index=int)
    cdef void _step_value_net(self, double step) noexcept
