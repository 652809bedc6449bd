import asyncio


async def numbers(limit):
    for number in range(limit):
        await asyncio.sleep(0)
        yield number


async def double(number):
    await asyncio.sleep(0)
    return number * 2


async def main():
    plain = [number async for number in numbers(4)]
    print(plain)
    odd = {number async for number in numbers(6) if number % 2}
    print(sorted(odd))
    doubled = [await double(number) for number in plain]
    print(doubled)
    mapped = {number: await double(number) async for number in numbers(3)}
    print(mapped)


asyncio.run(main())
