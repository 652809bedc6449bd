class Proxy:
    def __init__(self, target):
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "log", [])

    def __getattr__(self, name):
        self.log.append("get " + name)
        if name.startswith("lost"):
            raise AttributeError(name)
        return self.target[name]

    def __setattr__(self, name, value):
        self.log.append("set " + name)
        self.target[name] = value

    def __delattr__(self, name):
        self.log.append("delete " + name)
        del self.target[name]


store = {"size": 3}
proxy = Proxy(store)
proxy.size = proxy.size + 1
proxy.colour = "red"
print(store)
del proxy.size
print(getattr(proxy, "lost_one", "default"))
print(hasattr(proxy, "lost_two"), proxy.colour)
print(len(proxy.log), proxy.log[0], proxy.log[-1])
