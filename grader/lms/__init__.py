"""The formats of learning platforms: downloads in, gradebooks and feedback out."""
