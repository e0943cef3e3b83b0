"""Drafting a plan without a model: kinds of change as data, filled in with what was found."""
