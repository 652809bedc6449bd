# Attacks limits that differ with a debugger: asks for them, and for more memory than some allow.
import mmap
import resource

limits = [resource.getrlimit(number) for number in range(10)]
got = 0
for size in (600, 1400, 3000):
    try:
        much = mmap.mmap(-1, size << 20, flags=mmap.MAP_PRIVATE)
        got += 1
        much.close()
    except OSError:
        got += 10
print(limits)
print(got)
