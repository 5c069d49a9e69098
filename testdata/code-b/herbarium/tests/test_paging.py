from herbarium.util.paging import page


def test_second_page():
    assert page(list(range(100)), 2, 10)[0] == 10
