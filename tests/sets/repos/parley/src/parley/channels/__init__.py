"""Where messages come from and go to."""

from parley.channels.base import Channel
from parley.channels.console import Console
from parley.channels.irc import Irc
from parley.channels.webhook import Webhook
from parley.errors import UnknownChanel

CHANNELS: dict[str, type[Channel]] = {"console": Console, "irc": Irc, "webhook": Webhook}


def open_channel(name: str, **options: str) -> Channel:
    if name not in CHANNELS:
        raise UnknownChanel(name)
    return CHANNELS[name](**options)
