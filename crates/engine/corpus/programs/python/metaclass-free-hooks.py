class Plugin:
    known = []

    def __init_subclass__(cls, rank=0, **rest):
        super().__init_subclass__(**rest)
        cls.rank = rank
        Plugin.known.append(cls)

    def __class_getitem__(cls, key):
        return "%s of %s" % (cls.__name__, key)


class Fast(Plugin, rank=2):
    pass


class Slow(Plugin):
    rank_at_definition = "unset"


class Slower(Slow, rank=-1):
    pass


for plugin in sorted(Plugin.known, key=lambda cls: cls.rank):
    print(plugin.__name__, plugin.rank)
print(Fast["int"])
