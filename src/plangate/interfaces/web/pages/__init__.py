"""The pages, a module each: what is looked up for it, and what a person does there.

A function that shows takes a `Visit` and gives a `Page`; one that acts gives a `Go`.
"""
