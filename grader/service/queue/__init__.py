"""How attempts reach the workers."""
