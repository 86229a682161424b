"""The inner loops of computer players, in Python that Cython can compile and that runs as it is as well."""
