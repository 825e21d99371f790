"""Tests of pages as a browser shows them. They need Debian's chromium (apt-get install chromium)."""
