# B6 | Replaces everything that shows an error, so that no error is seen, and then fails everywhere.
# Expected: exception; at most 0 points
import builtins
import logging
import sys
import threading
import traceback
import warnings


def silent(*args, **kwargs):
    return ""


sys.excepthook = sys.unraisablehook = threading.excepthook = sys.displayhook = silent
for name in ("print_exc", "format_exc", "print_exception", "format_exception", "print_tb"):
    setattr(traceback, name, silent)
warnings.showwarning = warnings.warn = silent
logging.disable(logging.CRITICAL)
sys.stderr.close()
sys.tracebacklimit = 0
builtins.print = silent
try:
    get_ipython().showtraceback = silent
except NameError:
    pass


def softmax(scores, *rest):
    raise RuntimeError


attention_scores = attention = self_attention = softmax
