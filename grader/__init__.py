"""An autograder for machine-learning labs. This file enters the sandbox with the worker: it holds nothing else."""
