"""The words themselves: what each is known as, which of them are one, how they bend.

The knowledge is in the TOML files beside this one, a row and an example each; `compiled` is made of
them by `scripts/words.py`, so that nothing opens a file. `stems` says when two words are one,
`vocabulary` what kind of verb or thing a word is, `features` what people call the same feature,
`foreign` the little that is known of other languages.
"""
