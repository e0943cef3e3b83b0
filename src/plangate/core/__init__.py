"""Pure decisions: values in, values out.

Nothing in this package reads a clock, a file, the environment or a random source. Everything it
needs arrives as an argument; everything it wants done leaves as a value.
"""
