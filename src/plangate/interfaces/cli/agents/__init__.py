"""Commands for coding agents and programs: set-up, hooks, the servers, the gate alone."""
