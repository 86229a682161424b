cdef unsigned long long _FACTOR
cdef unsigned long long _STEP
cdef unsigned long long _MASK

cdef class Chance:
    cdef public unsigned long long state
    cpdef void reseed(self, unsigned long long seed) noexcept
    cpdef unsigned long long bits(self) noexcept
    cpdef unsigned long long below(self, unsigned long long limit) noexcept
    cpdef double share(self) noexcept
