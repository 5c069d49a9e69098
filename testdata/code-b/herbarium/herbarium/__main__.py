"""The command."""

import argparse

from herbarium.app import build
from herbarium.config import Config


def main() -> None:
    parser = argparse.ArgumentParser(prog="herbarium")
    parser.add_argument("--database", default="herbarium.db")
    args = parser.parse_args()
    build(Config(database=args.database)).serve()


if __name__ == "__main__":
    main()
