"""One ear: a text is heard once, and every rule that looks at words asks that hearing (UND-1).

Why: English was understood in two dozen modules that did not know of each other, and they
disagreed: a verb was an action for one rule and an unknown word for the next. So everything the
program knows of words is here, and only here:

* `words/*.toml` is the knowledge: verbs with their kinds, nouns with the kinds of things they name,
  and the small words of the language. Every row has an example, and the tests read every example;
* `words/compiled.py` is made of it by `scripts/words.py`: nothing here opens a file;
* `words/stems.py` says when two words are one; `words/vocabulary.py` what a word is known as;
* `tokens.py`, `negation.py`, `moods.py` and `clauses.py` take a text apart;
* `hearing.py` has `hear(text) -> Heard`, the one result, kept for each text.

Nothing here knows a rule, a file, a clock or a repository: it is below the core.
"""
