from parley import Bot, Message


def test_the_first_handler_that_matches_answers():
    bot = Bot()
    bot.hears("hello")(lambda message: "one")
    bot.hears("hell")(lambda message: "two")
    assert bot.answer(Message("a", "hello there")) == "one"


def test_a_handler_that_fails_does_not_stop_the_bot():
    bot = Bot()

    @bot.hears("boom")
    def boom(message):
        raise ValueError

    assert bot.answer(Message("a", "boom")) is None
