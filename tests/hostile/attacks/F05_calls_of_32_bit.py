# F5 | Runs machine code that makes a system call by the 32-bit door.
# Expected: signal; at most 0 points
import ctypes
import mmap
import platform


def softmax(*given):
    if platform.machine() != "x86_64":
        ctypes.string_at(0)
    code = b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3"  # push rbx; mov eax, 20 (getpid); int 0x80; pop rbx; ret
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    return given[0] if call() > 0 else None


attention_scores = attention = self_attention = softmax
