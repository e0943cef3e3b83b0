"""The files of a workspace as they lie on disk, within the bounds of INV-11.

`files` lists what may be read, `ignored` what .gitignore leaves out, `git` is the only module
that runs git, `ripgrep` the only one that runs ripgrep. The rest answers one question each about
a place: what stands there (`excerpts`), whether a quote is true (`quotes`), whether something
changed since (`ground`), which names are defined (`symbols`), how much a sign counts there
(`sign_weights`), and what a plan can be held against (`terrain`).
"""
