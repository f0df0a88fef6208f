"""The presentation of measurements: medians with their spread, tables, and whether a requirement is met."""

import statistics


def spread(values, digits=2):
    """The text of the median with the least and the greatest value."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def percentile(values, percent):
    """The least value that so many percent of the values do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def print_table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print(flush=True)


def print_required(sentence, required, holds):
    print(f"**{sentence}** Required: {required}, {'which holds' if holds else 'WHICH DOES NOT HOLD'}.\n", flush=True)
