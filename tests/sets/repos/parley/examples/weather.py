from parley import Bot

bot = Bot()


@bot.hears(r"weather in (\w+)")
def weather(message, city):
    return f"Rain in {city}, probably."
