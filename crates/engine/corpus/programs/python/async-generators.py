import asyncio


async def ticker(limit):
    try:
        for number in range(limit):
            received = yield number
            if received:
                print("received", received)
            await asyncio.sleep(0)
    finally:
        print("ticker ends")


async def doubled(source):
    async for item in source:
        yield item * 2


async def main():
    async for value in doubled(ticker(3)):
        print(value)
    stream = ticker(9)
    print(await stream.asend(None))
    print(await stream.asend("hello"))
    await stream.aclose()
    total = 0
    async for value in ticker(4):
        total += value
    print(total)


asyncio.run(main())
