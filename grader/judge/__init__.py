"""The trusted side: it never imports, unpickles or evaluates anything that came from a submission."""
