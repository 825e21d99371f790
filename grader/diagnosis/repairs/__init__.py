"""Small repairs of a submission's own text. Pure: text in, texts out. Nothing here runs or judges them."""
