"""How the page is served: addresses, what every request passes, the login, live updates."""
