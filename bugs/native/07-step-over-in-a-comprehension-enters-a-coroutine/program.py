import asyncio


async def double(number):
    await asyncio.sleep(0)
    return number * 2


async def main():
    doubled = [await double(number) for number in (1, 2)]
    print(doubled)


asyncio.run(main())
