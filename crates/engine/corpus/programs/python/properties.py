class Temperature:
    def __init__(self, celsius):
        self.reads = 0
        self.celsius = celsius

    @property
    def celsius(self):
        self.reads += 1
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273:
            raise ValueError("too cold: %d" % value)
        self._celsius = value

    @celsius.deleter
    def celsius(self):
        print("reset")
        self._celsius = 0

    @property
    def fahrenheit(self):
        return self.celsius * 9 // 5 + 32


water = Temperature(100)
print(water.fahrenheit)
water.celsius = 20
print(water.celsius, water.fahrenheit)
try:
    water.celsius = -300
except ValueError as error:
    print(error)
del water.celsius
print(water.fahrenheit, water.reads)
