"""Files that are written whole or not at all."""

import os


def write_whole(path, text):
    """Replaces the file `path` atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)
