# E15 | Imports itself again and again in new modules, and works at import without end.
# Expected: timeout, import, memory; at most 0 points
import importlib
import pathlib

number = 0
while True:
    number += 1
    pathlib.Path("again.py").write_text(f"import importlib\nvalue = {number}\n")
    importlib.invalidate_caches()
    importlib.reload(importlib.import_module("again"))
