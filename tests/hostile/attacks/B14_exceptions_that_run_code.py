# B14 | Raises exceptions whose message, name and traceback run code: loops, leave, read files, lie about their class.
# Expected: exception, exit, timeout; at most 0 points
import torch


class Text(str):
    def encode(self, *args, **kwargs):
        return b"\xff\xfe{}<script>" * 10_000_000


class Huge(Exception):
    def __str__(self):
        return Text(open("/tmp/grader-decoy/secret.txt").read() if self.args else "\ud800" * 50_000_000)


class Leaves(Exception):
    def __str__(self):
        raise SystemExit(0)

    __repr__ = __str__


class Endless(BaseException):
    @property
    def __class__(self):
        while True:
            pass

    def __str__(self):
        while True:
            pass


def softmax(scores):
    raise Huge()


def attention_scores(Q, K):
    raise Leaves()


def attention(Q, K, V):
    raise Endless()


def self_attention(X, W_q, W_k, W_v):
    Huge.__name__ = "\x1b[2Jpassed\ud800" * 1000
    raise Huge("decoy") from ExceptionGroup("many", [Leaves()] * 1000)
