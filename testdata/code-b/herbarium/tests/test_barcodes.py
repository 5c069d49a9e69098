from herbarium.util.barcodes import is_barcode


def test_barcodes_have_seven_digits():
    assert is_barcode("K0001234")
    assert not is_barcode("K123")
