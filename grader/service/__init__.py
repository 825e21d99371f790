"""The service: uploads come in by HTTP, are graded by workers, and results go out; nothing that was taken is lost."""
