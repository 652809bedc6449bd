# Attacks the memory: callbacks count collections of garbage, and collecting is switched off.
import gc

rounds = []


def note(phase, info):
    rounds.append(phase)


gc.disable()
gc.callbacks.append(note)
cycle = []
cycle.append(cycle)
del cycle
freed = gc.collect() > 0
print(freed, len(rounds))
gc.set_threshold(1)
gc.enable()
kept = [[] for _ in range(10)]
print(len(kept))
gc.disable()
