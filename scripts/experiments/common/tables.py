"""Tables as Markdown and as CSV, from the same rows."""

import csv
import io

from .whole_files import write_whole


def markdown(columns, rows):
    """A Markdown table, with numbers aligned right and words aligned left."""
    cells = [[str(row.get(column, "")) for column in columns] for row in rows]
    is_number = [all(looks_like_number(row[i]) for row in cells) for i in range(len(columns))]
    lines = [columns, ["---:" if number else "---" for number in is_number], *cells]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def looks_like_number(text):
    return text == "" or text.lstrip("+-").replace(".", "", 1).replace(" %", "").isdigit()


def write_tables(out, name, columns, rows, head="", tail=""):
    """Writes NAME.md and NAME.csv into `out`, and returns the Markdown table alone."""
    table = markdown(columns, rows)
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(out / f"{name}.csv", text.getvalue())
    parts = [part for part in (head, table, tail) if part]
    write_whole(out / f"{name}.md", "\n".join(parts))
    return table
