"""Minds propose: the rules that ship with plangate, a model, the host agent. The core decides."""
