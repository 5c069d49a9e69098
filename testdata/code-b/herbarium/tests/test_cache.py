from herbarium.util.cache import Cache


def test_the_oldest_goes_first():
    cache = Cache(most=1)
    cache.get("a", lambda: 1)
    cache.get("b", lambda: 2)
    assert list(cache.items) == ["b"]
