"""Barcodes: a code and seven digits."""

import re

BARCODE = re.compile(r"[A-Z]{1,6}\d{7}")


def is_barcode(text: str) -> bool:
    return BARCODE.fullmatch(text) is not None
