class Field:
    def __init__(self, default):
        self.default = default


class Meta(type):
    def __new__(mcs, name, bases, namespace):
        fields = {}
        for key, value in list(namespace.items()):
            if isinstance(value, Field):
                fields[key] = namespace.pop(key)
        cls = super().__new__(mcs, name, bases, namespace)
        cls.fields = dict(getattr(cls, "fields", {}), **fields)
        print("created", name, sorted(fields))
        return cls

    def __call__(cls, **values):
        instance = super().__call__()
        for key, field in cls.fields.items():
            setattr(instance, key, values.get(key, field.default))
        return instance


class Point(metaclass=Meta):
    x = Field(1)
    y = Field(2)


class Point3(Point):
    z = Field(3)


point = Point3(y=20)
print(point.x, point.y, point.z)
print(type(Point).__name__, hasattr(Point, "x"))
