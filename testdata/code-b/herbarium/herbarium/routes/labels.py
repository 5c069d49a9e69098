"""Labels over HTTP."""

from herbarium.services.label_service import label


def routes(specimens) -> dict:
    return {"/labels": lambda query: label(specimens(query["barcode"])).lines}
