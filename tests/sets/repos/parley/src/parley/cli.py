"""parley run | chat | replay"""

import argparse
import json
import runpy
from pathlib import Path

from parley.bot import Bot
from parley.message import Message


def load(path: str) -> Bot:
    names = runpy.run_path(path, run_name="__parley__")
    return next(value for value in names.values() if isinstance(value, Bot))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="parley")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="start a bot")
    run.add_argument("bot")
    run.add_argument("--channel", default="console")
    run.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    chat = commands.add_parser("chat", help="talk to a bot in the terminal")
    chat.add_argument("bot")
    replay = commands.add_parser("replay", help="run an old conversation again")
    replay.add_argument("log")
    replay.add_argument("bot")
    args = parser.parse_args(arguments)
    if args.command == "replay":
        return replay_log(args.log, load(args.bot))
    options = dict(pair.split("=", 1) for pair in getattr(args, "option", []))
    load(args.bot).run("console" if args.command == "chat" else args.channel, **options)
    return 0


def replay_log(log: str, bot: Bot) -> int:
    different = 0
    for line in Path(log).read_text().splitlines():
        old = json.loads(line)
        new = bot.answer(Message(old["user"], old["text"]))
        if new != old["answer"]:
            different += 1
            print(f"- {old['answer']}\n+ {new}")
    return 1 if different else 0
