"""The service as programs meet it: JSON under /api/v1, and what an operator watches."""
