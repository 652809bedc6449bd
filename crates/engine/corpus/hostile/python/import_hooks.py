# Attacks the imports: a finder of its own sees every import that comes later, and forges one.
import sys

asked = []


class Finder:
    def find_spec(self, name, path=None, target=None):
        asked.append(name)
        return None


sys.meta_path.insert(0, Finder())
import colorsys

first = colorsys.__name__
print(first, "colorsys" in asked)
sys.path_hooks.clear()
sys.path_importer_cache.clear()
last = len(asked)
print(last > 0)
