"""This machine: its clock and ids, programs, files for their owner alone, and who acts on it."""
