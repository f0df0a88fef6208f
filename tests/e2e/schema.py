"""Checks the files that the programs write by configs/schema, with Debian's python3-jsonschema."""

import functools
import json
import os
import pathlib

FOLDER = pathlib.Path(os.environ["REFEREE_SOURCE"]).absolute() / "configs" / "schema"
# Of a long log only the first and last lines are checked: the same code wrote those between.
LINES_AT_EACH_END = 50
LOG_BEGINS = b'{"format":'


@functools.cache
def read(name):
    """One of the schemas: check, config, engines, game, invitation, match, page, rate, remote, run, tournament or tune."""
    return json.loads((FOLDER / f"{name}.schema.json").read_text())


@functools.cache
def validator(name):
    """One of the schemas, or `printed`: a configuration as --print-config prints it, or `remote/NAME`: the definition of a
    message."""
    import jsonschema  # imported when needed, because it takes a while

    kind = jsonschema.Draft202012Validator
    if name.partition("/")[0] == "remote":
        return kind(remote_schema(name.partition("/")[2]))
    if name not in ("run", "printed", "engines", "match", "tournament", "tune"):
        return kind(read(name))
    # These schemas refer to the files of others. Here those schemas are inserted.
    neighbours = {other: {**read(other), "$id": f"{other}.schema.json"} for other in ("config", "match", "tournament", "tune")}
    if name in ("engines", "match", "tournament", "tune"):
        return kind({**read(name), "$defs": {**read(name).get("$defs", {}), "config": neighbours["config"]}})
    run = {**read("run"), "$defs": {**read("run")["$defs"], **neighbours}}
    if name == "run":
        return kind(run)
    return kind({"$schema": run["$schema"], "$ref": "#/$defs/printed_config", "$defs": run["$defs"]})


def remote_schema(message):
    """That of one kind of message between coordinators and workers; empty: of any."""
    neighbours = {f"{other}.schema.json": {**read(other), "$id": f"{other}.schema.json"} for other in ("config", "game")}
    whole = {**read("remote"), "$defs": {**read("remote")["$defs"], **neighbours}}
    return {"$schema": whole["$schema"], "$ref": f"#/$defs/{message}", "$defs": whole["$defs"]} if message else whole


def is_right(name, value):
    return validator(name).is_valid(value)


def problems(name, value):
    """The errors of a value by a schema, one line for each."""
    return [f"/{'/'.join(map(str, e.absolute_path))}: {e.message[:500]}" for e in validator(name).iter_errors(value)]


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def problems_in_text(name, text):
    try:
        return problems(name, json.loads(text, parse_constant=refuse))
    except ValueError as error:  # errors of UTF-8 and of JSON
        return [str(error)]


def problems_in_log(text):
    """`text` is bytes. A last line without a newline was cut short and is not an error."""
    lines = list(enumerate(text.split(b"\n")[:-1], start=1))
    if len(lines) > 2 * LINES_AT_EACH_END:
        lines = lines[:LINES_AT_EACH_END] + lines[-LINES_AT_EACH_END:]
    return [f"line {number}: {problem}" for number, line in lines for problem in problems_in_text("game", line)]


def problems_below(folder, damaged):
    """The errors of all files run.json and all logs below a folder, but for the files `damaged`."""
    found = []
    for file in sorted(pathlib.Path(folder).rglob("*")):
        if file.is_symlink() or not file.is_file() or file in damaged:
            continue
        with open(file, "rb") as stream:
            is_log = stream.read(len(LOG_BEGINS)) == LOG_BEGINS or file.suffix == ".jsonl"
        if is_log:
            found += [f"{file}: {problem}" for problem in problems_in_log(file.read_bytes())]
        elif file.name == "run.json":
            found += [f"{file}: {problem}" for problem in problems_in_text("run", file.read_bytes())]
    return found
