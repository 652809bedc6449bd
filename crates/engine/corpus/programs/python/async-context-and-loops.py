import asyncio


class Countdown:
    def __init__(self, start):
        self.left = start

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.left == 0:
            raise StopAsyncIteration
        await asyncio.sleep(0)
        self.left -= 1
        return self.left

    async def __aenter__(self):
        print("begin")
        return self

    async def __aexit__(self, kind, value, traceback):
        print("end", kind.__name__ if kind else None)
        return kind is ValueError


async def main():
    async with Countdown(3) as countdown:
        async for number in countdown:
            print(number)
        else:
            print("none left")
    async with Countdown(5) as countdown:
        async for number in countdown:
            if number == 3:
                raise ValueError(number)
    print("left", countdown.left)


asyncio.run(main())
