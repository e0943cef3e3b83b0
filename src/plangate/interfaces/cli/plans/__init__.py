"""Plans at the command line: made, looked at, checked, converted, adopted and worked on."""
