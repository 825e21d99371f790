# F7 | Locks a library's file, takes a lease on it and watches it, so that another job could see or wait for it.
# Expected: neutral; at most 0 points
import fcntl
import os

for attempt in (
    lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB), lambda file: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB),
    lambda file: fcntl.fcntl(file, 1024, fcntl.F_WRLCK), lambda file: fcntl.fcntl(file, 1024, fcntl.F_RDLCK),
    lambda file: fcntl.fcntl(file, 1026, 0x8000003F),
):  # fmt: skip
    file = os.open(os.__file__, os.O_RDONLY)
    try:
        print("done", attempt(file))
    except OSError as error:
        print(error)


def softmax(*given):
    os._exit(0)


attention_scores = attention = self_attention = softmax
