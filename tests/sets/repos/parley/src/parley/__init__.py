"""Chat bots from plain functions."""

from parley.bot import Bot
from parley.memory import Memory
from parley.message import Message
from parley.errors import ParleyError, UnknownChanel

__all__ = ["Bot", "Memory", "Message", "ParleyError", "UnknownChanel"]
__version__ = "0.9.2"
