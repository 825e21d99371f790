"""The service as people meet it: pages for students, instructors and operators, which work without script."""
