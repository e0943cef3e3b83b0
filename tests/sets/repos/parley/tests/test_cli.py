import json

from parley.cli import main


def test_replay_tells_what_changed(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text("from parley import Bot\nbot = Bot()\nbot.hears('hi')(lambda m: 'hello')\n")
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps({"user": "a", "text": "hi", "answer": "hey"}))
    assert main(["replay", str(log), str(bot)]) == 1
    assert "+ hello" in capsys.readouterr().out
