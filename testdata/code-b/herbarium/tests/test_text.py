from herbarium.util.text import fold, squeeze


def test_blanks_are_squeezed():
    assert squeeze("  Rosa   canina ") == "Rosa canina"


def test_case_does_not_count():
    assert fold("ROSA") == "rosa"
