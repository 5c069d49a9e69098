from herbarium.util.dates import year


def test_year():
    assert year("1898-06-02") == 1898
