"""Interactive shells in a pseudo-terminal, in which a test types a line and asks for its completions."""

import os
import pathlib
import pty
import subprocess
import threading

from harness import wait_until

PATIENCE_S = 60

# In both shells Control-X i inserts all completions of the word; Control-X p writes the line to a file and empties it.
BASH_SETUP = r"""
PS1= PS2=
bind 'set enable-bracketed-paste off'
bind 'set match-hidden-files off'
bind '"\C-xi": insert-completions'
write_line() { printf '%s\n' "$READLINE_LINE" >>"$E2E_LINES"; READLINE_LINE=; }
bind -x '"\C-xp": write_line'
"""
ZSH_SETUP = r"""
PS1= PS2= RPS1=
unsetopt prompt_sp prompt_cr beep
autoload -Uz compinit && compinit -D -u
zle -C insert-all complete-word _generic
zstyle ':completion:insert-all:*' completer _all_matches _complete
zstyle ':completion:insert-all:*' insert true
bindkey '^Xi' insert-all
write_line() { print -r -- "$BUFFER" >>$E2E_LINES; BUFFER= }
zle -N write_line
bindkey '^Xp' write_line
"""


class Shell:
    """A shell that has run `setup` and waits for keys. `env` is its environment, to which PATH is added."""

    def __init__(self, words, setup, directory, cwd, env):
        self.lines = pathlib.Path(directory) / "lines"
        self.lines.touch()
        setup_file = pathlib.Path(directory) / "setup"
        setup_file.write_text(setup)
        self.terminal, terminal_of_shell = pty.openpty()
        self.process = subprocess.Popen(
            words,
            cwd=cwd,
            env={"PATH": os.environ["PATH"], "TERM": "dumb", "E2E_LINES": str(self.lines), **env},
            stdin=terminal_of_shell,
            stdout=terminal_of_shell,
            stderr=terminal_of_shell,
            start_new_session=True,
        )
        os.close(terminal_of_shell)
        self.shown = b""
        self.reader = threading.Thread(target=self.read_what_is_shown)
        self.reader.start()
        self.type(f". '{setup_file}'; echo ready >>\"$E2E_LINES\"\n")
        self.await_lines(1)

    def read_what_is_shown(self):
        try:
            while chunk := os.read(self.terminal, 65536):
                self.shown += chunk
        except OSError:  # the shell has ended
            pass

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def await_lines(self, count):
        """Waits for `count` written lines, and returns them."""
        read = lambda: self.lines.read_text().splitlines()
        if not wait_until(lambda: len(read()) >= count, PATIENCE_S):
            raise AssertionError(f"the shell shows: {self.shown.decode(errors='replace')[-2000:]}")
        return read()

    def complete(self, line):
        """The line with its last word replaced by all its completions; without completions the line is unchanged."""
        count = len(self.lines.read_text().splitlines()) + 1
        self.type(line + "\x18i" + "\x18p")
        return self.await_lines(count)[-1]

    def end(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        os.close(self.terminal)


def bash(setup, directory, cwd, env):
    return Shell(["bash", "--norc", "--noprofile", "-i"], BASH_SETUP + setup, directory, cwd, env)


def zsh(setup, directory, cwd, env):
    return Shell(["zsh", "-f", "-i"], setup + ZSH_SETUP, directory, cwd, env)
