def make(name):
    print("making", name)
    return name.upper()


class Settings:
    print("in the body")
    names = []
    for letter in "abc":
        names.append(make(letter))
    if len(names) > 2:
        many = True
    else:
        few = True
    del letter

    def joined(self):
        return "-".join(self.names)

    class Inner:
        depth = 2
        doubled = depth * 2


settings = Settings()
print(settings.joined(), settings.many, hasattr(settings, "few"))
print(Settings.Inner.doubled, hasattr(Settings, "letter"))
