"""A PostgreSQL of our own in a scratch folder, with an event table that is served over HTTP."""

import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path

import prepare

BINARIES = Path("/usr/lib/postgresql/15/bin")


class Postgres:
    """Runs from `start` to `end`. Durable as it is delivered: a commit waits for its write-ahead log."""

    def __init__(self, folder: Path, python: Path, port: int, http_port: int):
        self.folder, self.python, self.port, self.http_port = folder / "postgres", python, port, http_port
        self.processes: list[subprocess.Popen] = []
        # The server refuses to be run by root.
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name

    def command(self, *words) -> list[str]:
        own = os.geteuid() == 0
        return [*(["runuser", "-u", self.user, "--"] if own else []), *map(str, words)]

    def start(self) -> None:
        if not (BINARIES / "initdb").exists():
            prepare.install_debian("postgresql-15")
        self.folder.mkdir()
        shutil.chown(self.folder, self.user)
        for parent in self.folder.parents:
            # Only to pass through, where it is ours to say.
            if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o001)
        data = self.folder / "data"
        prepare.run_quietly(
            self.command(BINARIES / "initdb", "-D", data, "-A", "trust", "--no-sync"), "initdb", cwd="/")
        self.processes.append(subprocess.Popen(
            self.command(BINARIES / "postgres", "-D", data, "-p", self.port, "-k", "", "-c", "max_connections=64",
                         "-c", "listen_addresses=127.0.0.1"),
            cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        database = f"postgresql://{self.user}@127.0.0.1:{self.port}/postgres"
        self.wait([BINARIES / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)])
        for _ in range(2):
            self.processes.append(subprocess.Popen(
                [self.python, prepare.PYTHON_SOURCES / "postgres_events.py", str(self.http_port), database]))
        self.wait(["curl", "-sf", "-o", "/dev/null", f"http://127.0.0.1:{self.http_port}/livez"])

    def wait(self, question: list) -> None:
        for _ in range(300):
            if subprocess.run(list(map(str, question)), capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise prepare.Unavailable("PostgreSQL, or the server in front of it, did not start")

    def end(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
