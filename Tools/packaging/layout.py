"""The files of a release, below the folder that they are installed in."""

import gzip
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from build import ROOT, ReleaseError, output, run

FILES = Path(__file__).parent / "files"


@dataclass(frozen=True)
class File:
    """A file with its content, or a file of this system that is copied."""

    content: bytes | Path
    mode: int = 0o644

    @property
    def bytes(self) -> bytes:
        return self.content.read_bytes() if isinstance(self.content, Path) else self.content


@dataclass(frozen=True)
class Places:
    """Where kinds of files belong. Relative paths are below the prefix."""

    prefix: str
    zsh: str
    units: str
    library: str = "lib/draftledger"
    documents: str = "share/doc/draftledger"


# The tarball is copied to /usr/local, the package is installed in /usr.
LOCAL = Places("/usr/local", zsh="share/zsh/site-functions", units="lib/systemd/system")
DEBIAN = Places("/usr", zsh="share/zsh/vendor-completions", units="lib/systemd/system")


def filled(name: str, **values: str) -> bytes:
    """A template, with the values that it names as @name@."""
    text = (FILES / name).read_text()
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    left = re.findall(r"@[a-z]+@", text)
    if left:
        raise ReleaseError(f"{name} names {', '.join(left)}, which nothing fills in.", 70)
    return text.encode()


def commands(program: Path) -> list[str]:
    """The names of the manual pages that a program has: one for each command that its help shows."""
    names = []

    def visit(command: dict, path: tuple[str, ...]) -> None:
        if command.get("shouldDisplay", True):
            path += (command["commandName"],)
            names.append(".".join((*path, "1")))
            for child in command.get("subcommands", []):
                visit(child, path)

    visit(json.loads(output(program, "--experimental-dump-help"))["command"], ())
    return sorted(names)


def files(program: Path, places: Places, manual: Path) -> dict[str, File]:
    """What every kind of release installs, without the documents that say what it is made of."""
    made = {"bin/draftledger": File(program, 0o755)}
    missing = [name for name in commands(program) if not (manual / name).exists()]
    if missing:
        raise ReleaseError(f"The manual lacks {', '.join(missing[:5])}{' and others' * (len(missing) > 5)}.", 70)
    for name in commands(program):
        made[f"share/man/man1/{name}"] = File((manual / name).read_bytes())
    for shell, path in [("bash", "share/bash-completion/completions/draftledger"), ("zsh", f"{places.zsh}/_draftledger"),
                        ("fish", "share/fish/vendor_completions.d/draftledger.fish")]:
        script = output(program, "--generate-completion-script", shell)
        # Shells read these files, and run none of them.
        made[path] = File(re.sub(r"\A#!.*\n", "", script).encode())
    made[f"{places.units}/draftledger.service"] = File(
        filled("draftledger.service", bin=f"{places.prefix}/bin", lib=f"{places.prefix}/lib"))
    made[f"{places.library}/ready"] = File(FILES / "ready", 0o755)
    examples = f"{places.documents}/examples"
    made[f"{examples}/settings.json"] = File(FILES / "settings.json")
    made[f"{examples}/issuers.json"] = File(FILES / "issuers.json")
    every = json.loads(output(program, "serve", "--print-configuration"))
    made[f"{examples}/all-settings.json"] = File((json.dumps(every, indent=2) + "\n").encode())
    made[f"{places.documents}/CHANGELOG.md"] = File(ROOT / ".github/CHANGELOG.md")
    return made


def compressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def write(files: dict[str, File], folder: Path, epoch: int) -> None:
    """Writes files into an empty folder. Their times are the commit's."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, file in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.bytes)
        target.chmod(file.mode)
    for current, names, children in os.walk(folder):
        os.chmod(current, 0o755)
        for name in [*children, "."]:
            os.utime(Path(current) / name, (epoch, epoch), follow_symlinks=False)


def pack(folder: Path, name: str, archive: Path, epoch: int, *options: str) -> None:
    """Packs `name` in a folder into a tar archive. The same files give the same bytes."""
    run("tar", "--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{epoch}", "--format=gnu",
        *options, "--file", archive, "--directory", folder, name, env=os.environ | {"LC_ALL": "C"})
