import threading

results = []


def work(name, count):
    total = 0
    for number in range(count):
        total += number
    results.append((name, total))


def main():
    for name in ("a", "b"):
        thread = threading.Thread(target=work, args=(name, 5))
        thread.start()
        thread.join()
    lock = threading.Lock()
    with lock:
        results.append(("main", lock.locked()))
    print(results, lock.locked())


main()
