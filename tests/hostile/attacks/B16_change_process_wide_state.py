# B16 | Changes all state that a comparison in the same process would inherit: types, threads, flags, seeds, filters.
# Expected: neutral; at most 0 points
import decimal
import locale
import os
import random
import resource
import sys
import warnings

import numpy as np
import torch

torch.set_default_dtype(torch.float16)
torch.set_default_device("meta")
torch.set_grad_enabled(False)
torch.use_deterministic_algorithms(True)
torch.set_num_threads(64)
torch.set_flush_denormal(True)
torch.set_printoptions(precision=0)
np.seterr(all="raise")
np.set_printoptions(precision=0, threshold=1)
warnings.simplefilter("error")
decimal.getcontext().prec = 1
sys.setrecursionlimit(60)
sys.setswitchinterval(100)
sys.set_int_max_str_digits(640)
os.umask(0o777)
os.environ.update(OMP_NUM_THREADS="64", PYTHONHASHSEED="0", GRADER_SEED="0")
locale.setlocale(locale.LC_ALL, "C")
resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))


def softmax(scores, *rest):
    random.seed(0), np.random.seed(0), torch.manual_seed(0)
    return torch.rand(1, 1, device="cpu")


attention_scores = attention = self_attention = softmax
