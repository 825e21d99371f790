"""The untrusted side. It may import the standard library, numpy, torch and `grader.wire`; it decides nothing."""
