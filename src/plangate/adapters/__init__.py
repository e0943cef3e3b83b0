"""What stands behind the ports: one file or folder per outside thing.

`explore`, `library` and `recall` are the subagents of an investigation; `repo` reads a workspace;
`minds` propose by rules, `model` by a language model; `sql` and `memory` are stores; `formats` are
the plan files of other tools. None knows another, but that the subagents and the model read through
`repo`; `.importlinter` holds the order.
`doors` finds what others registered (EXT-1).
"""
