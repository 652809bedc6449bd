import asyncio


async def produce(queue, items):
    for item in items:
        await queue.put(item)
    await queue.put(None)


async def consume(queue):
    total = 0
    while True:
        item = await queue.get()
        if item is None:
            break
        total += item
        print("took", item)
    return total


async def main():
    queue = asyncio.Queue(maxsize=2)
    producer = asyncio.ensure_future(produce(queue, [5, 6, 7]))
    total = await consume(queue)
    await producer
    print("total", total)


asyncio.run(main())
