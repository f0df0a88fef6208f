"""Plots as SVG, drawn by gnuplot."""

import os
import shutil
import subprocess

from .setting import Failure, install

HEAD = """
set terminal svg size 720,400 dynamic enhanced font "sans-serif,13" background rgb "white"
set output "{svg}"
set border 3
set tics nomirror
set grid ytics linecolor rgb "#dddddd"
set key outside right top
set style fill solid 0.85
"""
COLOURS = ("#3b6ea8", "#d0803a", "#4f9a5b", "#9a5aa0")


def quoted(text):
    """A string of gnuplot that shows `text` without markup."""
    escaped = "".join("\\\\" + letter if letter in "_^@&~{}" else letter for letter in str(text))
    return '"' + escaped.replace('"', "'") + '"'


def data(name, rows):
    """A data block of gnuplot; None is a gap."""
    lines = (" ".join("NaN" if cell is None else quoted(cell) if isinstance(cell, str) else f"{cell:.10g}" for cell in row)
             for row in rows)
    return f"${name} << END\n" + "\n".join(lines) + "\nEND\n"


def draw(svg, script):
    """Runs gnuplot on `script`, which plots once, and replaces the file `svg`. Installs gnuplot when it is missing."""
    if shutil.which("gnuplot") is None:
        install("gnuplot-nox")
    svg.parent.mkdir(parents=True, exist_ok=True)
    new = svg.with_name(svg.name + ".new")
    text = HEAD.format(svg=new) + script
    done = subprocess.run(["gnuplot"], input=text, text=True, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Failure(f"gnuplot could not draw {svg}: {done.stderr.strip()}")
    os.replace(new, svg)
