"""The use cases of the server, a desk for each kind."""
