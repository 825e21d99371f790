"""What confines a worker, one layer a file. These files enter the sandbox: they import nothing else of ours.

Each layer says with `available()` why this machine cannot have it ("" if it can), and `apply(…)` puts the calling
process into it for good, or raises `OSError`. No layer fails open: who asked for one and gets an error starts no life.
"""
