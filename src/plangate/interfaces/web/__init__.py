"""The web page (section 13): what happened while you were away, and everything you can do about it.

The page is one more surface over the same use cases: a handler of `pages` calls the application as
the command line does, with the surface `web`, and the table of core/guard/acts.py decides what that
may do (ACT-1). Nothing is decided in here.

`server` listens, `protocol` hurries slow clients, `guard` looks at every request before anything
else does (Host, Origin, size) and puts the headers on every answer; `access` is the login: links
that work once, signed cookies, form tokens. `application` finds the handler of an address and lets
it work in a thread with the database of `desk`; a handler gets a `Visit` and gives back a page or
another address. `pages` has a module for each page, `templates` its words, `graph` lays a plan out
and `drawing` makes SVG of it, `live` tells open pages that something was written. Every page works
without JavaScript; our own small scripts in `static` add keys and live changes.
"""
