from herbarium.models.label import Label


def test_width_is_that_of_the_longest_line():
    assert Label(["Rosa canina", "K0001234"]).width() == 11
