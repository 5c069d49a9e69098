"""Copies the database."""

import shutil
import sys

shutil.copy(sys.argv[1], sys.argv[1] + ".backup")
