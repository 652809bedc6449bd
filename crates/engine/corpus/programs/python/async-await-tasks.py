import asyncio

log = []


async def worker(name, steps):
    for step in range(steps):
        log.append("%s%d" % (name, step))
        await asyncio.sleep(0)
    return name * steps


async def failing():
    await asyncio.sleep(0)
    raise RuntimeError("no luck")


async def main():
    results = await asyncio.gather(worker("a", 3), worker("b", 2))
    print(results)
    task = asyncio.ensure_future(worker("c", 2))
    direct = await worker("d", 1)
    print(direct, await task)
    try:
        await failing()
    except RuntimeError as error:
        print("caught", error)
    outcome = await asyncio.gather(failing(), worker("e", 1), return_exceptions=True)
    print([type(item).__name__ for item in outcome])


asyncio.run(main())
print(" ".join(log))
