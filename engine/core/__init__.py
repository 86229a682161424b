"""What computer players do millions of times, in Python that Cython can compile and that runs as it is as well."""
