"""The steps of a session, one module each; `core/engine.py` lists them top to bottom.

A step looks at the folded session and the context and returns the next move, or nothing. Steps do
no work themselves: the shell performs the move, appends what happened and asks again.
"""
