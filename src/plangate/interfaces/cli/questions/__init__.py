"""Questions at the command line: the inbox, answers, talk, waiting, and scopes."""
