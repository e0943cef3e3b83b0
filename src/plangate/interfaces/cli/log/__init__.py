"""The log at the command line: audited, exported, imported, looked after."""
