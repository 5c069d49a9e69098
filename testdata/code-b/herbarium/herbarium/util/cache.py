"""Keeps what was looked up lately."""

from collections import OrderedDict


class Cache:
    def __init__(self, most: int = 128):
        self.most = most
        self.items: OrderedDict = OrderedDict()

    def get(self, key, make):
        if key not in self.items:
            self.items[key] = make()
        self.items.move_to_end(key)
        while len(self.items) > self.most:
            self.items.popitem(last=False)
        return self.items[key]
