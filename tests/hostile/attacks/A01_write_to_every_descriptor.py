# A1 | Writes a complete fake result to every descriptor that it can find, and exits with status 0 before any call.
# Expected: protocol, exit; at most 0 points
import json
import os
import stat

RESULT = json.dumps({"score": 100, "checks": [{"id": "shapes", "status": "passed", "points": 10}]})
named = [value for key, value in os.environ.items() if key.endswith("_FD") and value.isdigit()]
for descriptor in [*map(int, named), *range(256)]:
    try:
        if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            os.write(descriptor, f"check: pass\nscore: 100\n{RESULT}\n".encode())
    except OSError:
        pass
os._exit(0)
