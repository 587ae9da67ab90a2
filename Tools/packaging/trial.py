"""Tries a release on fresh Debian systems without Swift: installs, serves, upgrades and removes it.

Each system is a copy of one that debootstrap makes once. It is booted with its own systemd, so that the unit runs with all of its
restrictions. Members draft on it over HTTP, as in Tools/trials, and every outcome that was reported to them is compared with
the ledger afterwards.
"""

import asyncio
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

from build import ROOT, SCRATCH, ReleaseError, output, say

sys.path.insert(0, str(ROOT / "Tools/trials"))
import checker  # noqa: E402
from members import History, Member  # noqa: E402
from server import contest, free_port  # noqa: E402
from tokens import Issuer  # noqa: E402

SYSTEMS = SCRATCH / "systems"
LEDGER, HOME = "/var/lib/draftledger/draft.ledger", "/root"
TEAMS, ROUNDS, PLAYERS, CLOCK = 12, 18, 400, 3.0
# For machines whose apt has no source of Debian's.
PUBLIC = "http://deb.debian.org/debian"
SANDBOX = {"Seccomp": "2", "NoNewPrivs": "1", "CapEff": "0000000000000000", "CapBnd": "0000000000000000"}


class Findings:
    """What was tried, and whether it was as it has to be."""

    def __init__(self):
        self.faults: list[str] = []

    def expect(self, holds: bool, what: str, seen: str = "") -> None:
        print(f"  {'good' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)
            print(f"       {seen.strip()[-2_000:]}", flush=True)

    def note(self, text: str) -> None:
        print(f"       {text}", flush=True)


# MARK: Systems

def mirror() -> str:
    """The source of Debian's packages that apt uses on this machine."""
    sites = output("apt-get", "indextargets", "--format", "$(SITE)", "Identifier: Packages", "Origin: Debian").split()
    return next((site for site in sites if not site.endswith("security")), PUBLIC)


def codename() -> str:
    found = re.search(r"^VERSION_CODENAME=(\w+)$", Path("/etc/os-release").read_text(), re.MULTILINE)
    return found[1] if found else "stable"


def base() -> Path:
    """A minimal Debian with systemd, of the release that this machine has. It is made once."""
    made = SYSTEMS / f"{codename()}-base"
    if not made.exists():
        say(f"Making a minimal Debian {codename()} (once)")
        fresh = SYSTEMS / "new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.parent.mkdir(parents=True, exist_ok=True)
        output("debootstrap", "--variant=minbase", "--include=systemd-sysv,dbus", codename(), fresh, mirror())
        fresh.rename(made)
    return made


class System:
    """A copy of the base, booted in a container of systemd with the network of this machine."""

    def __init__(self, name: str):
        self.root = SYSTEMS / name
        subprocess.run(["rm", "-rf", self.root], check=True)
        output("cp", "-a", "--reflink=auto", base(), self.root)
        shutil.copyfile("/etc/resolv.conf", self.root / "etc/resolv.conf")
        self.container: subprocess.Popen | None = None
        self.leader = 0

    def __enter__(self) -> "System":
        self.log = open(self.root.parent / f"{self.root.name}.log", "w")
        self.container = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--directory", self.root, "--boot", "--register=no", "--keep-unit",
             "--console=pipe", "--resolv-conf=off"], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + 60
        while time.monotonic() < end and self.container.poll() is None:
            self.leader = self.leader or first_process(self.container.pid)
            if self.leader and self.shell("systemctl is-system-running --wait").stdout.strip() in ("running", "degraded"):
                return self
            time.sleep(0.2)
        self.__exit__()
        raise ReleaseError(f"systemd-nspawn cannot boot a system here; {self.log.name} says why.", 69)

    def __exit__(self, *_) -> None:
        if self.leader:
            self.shell("systemctl poweroff")
        try:
            self.container.wait(20)
        except subprocess.TimeoutExpired:
            self.container.kill()
            self.container.wait()
        self.log.close()

    def shell(self, script: str, entering: str = "/") -> subprocess.CompletedProcess:
        """Runs a script in the system, as root at a terminal would."""
        variables = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": HOME,
                     "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            ["nsenter", "--target", str(self.leader), "--all", "bash", "-O", "expand_aliases", "-c",
             f"cd {entering}\n{script}"], capture_output=True, text=True, env=variables)

    def write(self, path: str, content: str) -> None:
        (self.root / path.lstrip("/")).write_text(content)

    def property(self, name: str) -> str:
        return self.shell(f"systemctl show --property {name} --value draftledger").stdout.strip()


def first_process(ancestor: int) -> int:
    """The process that is the first one of a container, seen from here; 0 if there is none yet."""
    waiting = [ancestor]
    while waiting:
        process = waiting.pop()
        try:
            status = Path(f"/proc/{process}/status").read_text()
            children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        except OSError:
            continue
        if process != ancestor and re.search(r"^NSpid:\s.*\s1$", status, re.MULTILINE):
            return process
        waiting += map(int, children)
    return 0


# MARK: Drafting

class Drafting:
    """A server's settings, the issuer of its members' tokens, and the members."""

    def __init__(self, findings: Findings, folder: Path):
        self.findings, self.port, self.issuer, self.history = findings, free_port(), Issuer(folder), History()
        self.folder = folder
        self.tasks: list[asyncio.Task] = []
        self.people: list[Member] = []

    def settings(self, host: str = "127.0.0.1") -> str:
        # Quotas must not prevent any attempt.
        rates = dict.fromkeys(["commands", "reads", "reports", "writes", "failures"], 1_000_000)
        return json.dumps({"listen": f"{host}:{self.port}", "rates": rates})

    def issuers(self) -> str:
        """The issuer in the form of a file of the system, in which the keys are next to it."""
        [issuer] = json.loads(self.issuer.file.read_text())
        return json.dumps([issuer | {"keys": "/etc/draftledger/keys.json"}])

    def keys(self) -> str:
        return (self.folder / "keys.json").read_text()

    @staticmethod
    def rankings() -> str:
        lines = [f"r{n},Player {n},{['QB', 'RB', 'WR', 'TE'][n % 4]},CHI,{n}.5" for n in range(1, PLAYERS + 1)]
        return "id,name,position,team,adp\n" + "\n".join(lines) + "\n"

    @staticmethod
    def contest() -> str:
        return json.dumps(contest(TEAMS, ROUNDS, clock=CLOCK)) + "\n"

    def bring(self, system: System) -> None:
        """Writes the files of an operator: what is imported, and the settings of the service."""
        for path, text in [
            (f"{HOME}/rankings.csv", self.rankings()), (f"{HOME}/contest.jsonl", self.contest()),
            ("/etc/draftledger/settings.json", self.settings()), ("/etc/draftledger/issuers.json", self.issuers()),
            ("/etc/draftledger/keys.json", self.keys()),
        ]:
            system.write(path, text)

    def ready(self) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def completed(self) -> int:
        """The rooms whose drafts are complete, as their members were told."""
        rooms = set()
        for watching in self.history.watchings:
            if any(frame.name == "events" and json.loads(frame.data)["type"] == "DraftCompleted"
                   for frame in watching.received[-3:]):
                rooms.add(watching.room)
        return len(rooms)

    def begin(self) -> None:
        server = SimpleNamespace(port=self.port, issuer=self.issuer)
        self.people = [Member(server, f"member {number}", self.history, random.Random(number), 0.1) for number in range(TEAMS)]
        self.tasks = [asyncio.create_task(one.run()) for one in self.people]

    async def until(self, holds, what: str, within: float = 300) -> bool:
        end = time.monotonic() + within
        while time.monotonic() < end:
            if holds():
                return True
            for task in self.tasks:
                if task.done() and task.exception():
                    self.findings.expect(False, f"a member drafts on: {task.exception()!r}")
                    return False
            await asyncio.sleep(0.1)
        self.findings.expect(False, f"within {within:.0f} s: {what}")
        return False

    async def finish(self) -> None:
        for one in self.people:
            one.is_over = True
        if self.tasks:
            _, pending = await asyncio.wait(self.tasks, timeout=10)
            for task in pending:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)

    async def room(self) -> None:
        """Lets members draft a whole room."""
        began = time.monotonic()
        self.begin()
        if await self.until(lambda: self.completed() >= 1, "a draft is complete"):
            self.findings.expect(True, f"{TEAMS} members drafted a room of {TEAMS * ROUNDS} picks over HTTP in "
                                       f"{time.monotonic() - began:.0f} s")

    def judge(self, answers) -> None:
        """Compares what was reported to members with the ledger, by the program of the system: `answers(words)` runs it."""
        done = answers("events --format json")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        self.findings.expect(len(events) > TEAMS * ROUNDS, f"the ledger has {len(events)} events", done.stderr)
        checker.check_order(self.history, events)
        checker.check_outcomes(self.history, events)
        streams: dict[str, list[dict]] = {}
        for event in events:
            streams.setdefault(event["stream"], []).append(event)
        for watching in self.history.watchings:
            checker.check_stream(self.history, watching, streams.get(f"room/{watching.room}", []))
        faults = self.history.faults
        self.findings.expect(
            not faults, f"the ledger has each of {len(self.history.operations)} commands as it was reported", "; ".join(faults))
        verified, audited = answers("verify --full"), answers("audit")
        self.findings.expect(verified.returncode == 0, "verify --full finds nothing", verified.stdout + verified.stderr)
        self.findings.expect("follows every rule" in audited.stdout, "audit: every rule was followed",
                             audited.stdout + audited.stderr)


# MARK: Trials

def try_package(findings: Findings, package: Path, next_package: Path, scratch: Path) -> None:
    print(f"\n{package.name}: install, serve, upgrade while a room drafts, remove, purge")
    drafting = Drafting(findings, scratch)
    with System("package") as system:
        expect = findings.expect
        expect(system.shell("command -v swift").returncode != 0, "the system has no Swift")
        for file in (package, next_package):
            shutil.copyfile(file, system.root / "root" / file.name)
        began = time.monotonic()
        done = system.shell(f"apt-get update -qq && apt-get install -y -q --no-install-recommends ./{package.name}", HOME)
        expect(done.returncode == 0, f"apt installs it in {time.monotonic() - began:.0f} s", done.stdout + done.stderr)
        sizes = system.shell("dpkg-query -W -f '${Installed-Size} ${Depends}' draftledger").stdout.partition(" ")
        findings.note(f"{int(sizes[0]) / 1024:.0f} MiB installed; depends on {sizes[2]}")
        findings.note(system.shell("draftledger --version").stdout.strip())
        expect((system.root / "usr/share/man/man1/draftledger.serve.1.gz").exists(), "it has manual pages")
        done = system.shell("systemd-analyze verify --man=no draftledger.service")
        expect(not done.stderr, "systemd-analyze verify finds nothing", done.stderr)
        done = system.shell("systemd-analyze security --no-pager draftledger.service")
        score = re.search(r"Overall exposure level for .*: (\S+) (\w+)", done.stdout)
        expect(bool(score) and float(score[1]) < 2, f"systemd-analyze security: {score and score[1]} {score and score[2]}",
               done.stdout + done.stderr)
        expect(system.property("ActiveState") == "inactive" and system.property("UnitFileState") == "enabled",
               "the service is enabled, and has not started without a ledger")

        drafting.bring(system)
        ledger = f"runuser -u draftledger -- draftledger --ledger {LEDGER}"
        done = system.shell(
            f"{ledger} import - --input-format rankings --origin drafts.example.com/ledger < rankings.csv && "
            f"{ledger} send - --as admin < contest.jsonl", HOME)
        expect(done.returncode == 0, "README.Debian creates a ledger", done.stdout + done.stderr)
        began = time.monotonic()
        done = system.shell("systemctl start draftledger")
        expect(done.returncode == 0 and drafting.ready() == 200,
               f"systemctl start returns when /readyz answers 200, after {time.monotonic() - began:.1f} s",
               done.stderr + system.shell("journalctl -u draftledger --no-pager").stdout)
        if drafting.ready() != 200:
            return
        leader = system.property("MainPID")
        status = system.shell(f"cat /proc/{leader}/status").stdout
        wrong = [f"{key} {value}" for key, value in SANDBOX.items() if not re.search(rf"^{key}:\s+{value}$", status, re.M)]
        expect(not wrong, "systemd applies the system call filter and leaves the process no capability", status)
        owners = system.shell(f"stat -c %U /proc/{leader} {LEDGER}").stdout.split()
        expect(owners == ["draftledger"] * 2, "the server and its ledger belong to the user draftledger", str(owners))
        asyncio.run(draft_through_upgrade(findings, drafting, system, next_package))

        drafting.judge(lambda words: system.shell(f"{ledger} {words}"))
        expect(json.loads((system.root / "etc/draftledger/settings.json").read_text())["listen"].endswith(str(drafting.port)),
               "the upgrade kept the settings")
        files = set(os.listdir(system.root / LEDGER.lstrip("/")))
        done = system.shell("apt-get remove -y -q draftledger")
        left = set(os.listdir(system.root / LEDGER.lstrip("/")))
        expect(done.returncode == 0 and system.shell("command -v draftledger").returncode != 0 and left == files
               and (system.root / "etc/draftledger/settings.json").exists(),
               "apt remove keeps the ledger and the settings", done.stdout + done.stderr)
        done = system.shell("apt-get purge -y -q draftledger")
        left = set(os.listdir(system.root / LEDGER.lstrip("/")))
        expect(done.returncode == 0 and left == files and "/var/lib/draftledger is kept" in done.stderr + done.stdout,
               "apt purge keeps the ledger, and says so", done.stdout + done.stderr)
        expect(sorted(os.listdir(system.root / "etc/draftledger")) == ["keys.json"],
               "apt purge removes the settings and issuers, and keeps the file that it does not know",
               str(os.listdir(system.root / "etc/draftledger")))


async def draft_through_upgrade(findings: Findings, drafting: Drafting, system: System, next_package: Path) -> None:
    expect = findings.expect
    await drafting.room()
    before = system.property("MainPID")
    done = system.shell("systemctl reload draftledger")
    expect(done.returncode == 0 and system.property("MainPID") == before, "systemctl reload reaches the server")

    size = len(drafting.history.operations)
    await drafting.until(lambda: len(drafting.history.operations) > size + 3 * TEAMS, "the next room drafts")
    began = time.monotonic()
    done = await asyncio.to_thread(system.shell, f"dpkg -i {next_package.name}", HOME)
    expect(done.returncode == 0 and system.property("MainPID") not in (before, "0") and drafting.ready() == 200,
           f"dpkg upgrades to {next_package.name} in {time.monotonic() - began:.1f} s and restarts the server during a draft",
           done.stdout + done.stderr)
    before = system.property("MainPID")
    await asyncio.to_thread(system.shell, f"kill -KILL {before}")
    if await drafting.until(lambda: system.property("MainPID") not in (before, "0") and drafting.ready() == 200,
                            "systemd starts a killed server again", 60):
        expect(True, "systemd starts a killed server again, and it is ready")
    if await drafting.until(lambda: drafting.completed() >= 2, "the draft of before the upgrade is complete"):
        expect(True, "the draft that was under way during the upgrade and the kill is complete")
    await drafting.finish()
    done = await asyncio.to_thread(system.shell, "systemctl stop draftledger")
    expect(done.returncode == 0 and system.property("Result") == "success" and system.property("ExecMainStatus") == "0",
           "systemctl stop ends the server with status 0", system.shell("journalctl -u draftledger -n 20 --no-pager").stdout)


def blocks(text: str, heading: str) -> str:
    """The commands of a section of a document."""
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]
    return "\n".join(re.findall(r"```sh\n(.*?)```", section, re.DOTALL))


def try_tarball(findings: Findings, tarball: Path, scratch: Path) -> None:
    print(f"\n{tarball.name}: install, serve and remove with nothing but what its README says")
    drafting = Drafting(findings, scratch)
    with System("tarball") as system:
        expect = findings.expect
        # The README names what the unit needs.
        system.shell("apt-get update -qq && apt-get install -y -q --no-install-recommends curl xz-utils")
        shutil.copyfile(tarball, system.root / "root" / tarball.name)
        done = system.shell(f"tar --extract --file {tarball.name}", HOME)
        folder = tarball.name.removesuffix(".tar.xz")
        readme = (system.root / "root" / folder / "README.md").read_text()
        for heading in ["Check", "Install, and upgrade"]:
            done = system.shell("set -e\n" + blocks(readme, heading), f"{HOME}/{folder}")
            expect(done.returncode == 0, f"README, {heading}", done.stdout + done.stderr)
        done = system.shell("draftledger simulate --rooms 1 --seed 7 && draftledger audit", "/tmp")
        expect("follows every rule" in done.stdout, "the command line simulates and audits a room", done.stdout + done.stderr)
        drafting.bring(system)
        done = system.shell("set -e\n" + blocks(readme, "Serve"), HOME)
        expect(done.returncode == 0 and drafting.ready() == 200, "README, Serve",
               done.stdout + done.stderr + system.shell("journalctl -u draftledger --no-pager").stdout)
        if drafting.ready() != 200:
            return
        ledger = f"runuser -u draftledger -- draftledger --ledger {LEDGER}"
        done = system.shell(f"systemctl stop draftledger && {ledger} send - --as admin < contest.jsonl && "
                            "systemctl start draftledger", HOME)
        expect(done.returncode == 0, "a contest is opened while the server is stopped", done.stdout + done.stderr)
        asyncio.run(draft_once(drafting))
        system.shell("systemctl stop draftledger")
        drafting.judge(lambda words: system.shell(f"{ledger} {words}"))
        done = system.shell("set -e\n" + blocks(readme, "Remove"), HOME)
        left = [path for path in (system.root / "usr/local").rglob("*") if "draftledger" in path.name and path.is_file()]
        expect(done.returncode == 0 and not left and (system.root / LEDGER.lstrip("/")).exists(),
               "README, Remove: no file is left in /usr/local, and the ledger is kept", done.stderr + str(left))


async def draft_once(drafting: Drafting) -> None:
    await drafting.room()
    await drafting.finish()


def try_image(findings: Findings, archive: Path, scratch: Path) -> None:
    print(f"\n{archive.name}: start as the first process, draft, stop")
    drafting = Drafting(findings, scratch)
    expect = findings.expect
    layout = scratch / "layout"
    layout.mkdir()
    output("tar", "--extract", "--file", archive, "--directory", layout)
    blob = lambda digest: layout / "blobs" / digest.replace(":", "/")  # noqa: E731
    manifest = json.loads(blob(json.loads((layout / "index.json").read_text())["manifests"][0]["digest"]).read_text())
    configuration = json.loads(blob(manifest["config"]["digest"]).read_text())["config"]
    root = SYSTEMS / "image"
    subprocess.run(["rm", "-rf", root], check=True)
    root.mkdir(parents=True)
    for layer in manifest["layers"]:
        output("tar", "--extract", "--numeric-owner", "--preserve-permissions", "--file", blob(layer["digest"]),
               "--directory", root)
    user = configuration["User"]
    expect(not user.startswith("0") and configuration["StopSignal"] == "SIGTERM", f"the image runs as {user}")
    files = [path for path in root.rglob("*") if path.is_file()]
    expect(not [path for path in files if path.name in ("sh", "bash", "busybox")],
           f"the image has {len(files)} files and no shell")

    volume, settings = scratch / "volume", scratch / "settings"
    volume.mkdir()
    settings.mkdir()
    os.chown(volume, *map(int, user.split(":")))
    for name, text in [("issuers.json", drafting.issuers()), ("keys.json", drafting.keys()),
                       ("settings.json", drafting.settings("0.0.0.0"))]:
        (settings / name).write_text(text)
    (settings / "rankings.csv").write_text(drafting.rankings())
    (settings / "contest.jsonl").write_text(drafting.contest())
    container = Container(root, archive, configuration, volume, settings)
    findings.note(f"run by {container.runtime}")
    for words in ["import /etc/draftledger/rankings.csv --input-format rankings --origin drafts.example.com/ledger",
                  "send /etc/draftledger/contest.jsonl --as admin"]:
        done = subprocess.run(container.command(words.split()), capture_output=True, text=True)
        expect(done.returncode == 0, f"draftledger {words.split()[0]} in the container", done.stdout + done.stderr)
    done = subprocess.run(
        container.command(["contest", "open", "--pool", "1", "--title", "Zones", "--entry-fee", "0", "--overnight",
                           "22:30-08:00 America/New_York"]), capture_output=True, text=True)
    expect(done.returncode == 0, "the image knows time zones", done.stdout + done.stderr)
    server = subprocess.Popen(
        container.command([*configuration["Cmd"], "--config", "/etc/draftledger/settings.json", "--listen",
                           f"0.0.0.0:{drafting.port}"], name=scratch.parent.name),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    asyncio.run(draft_when_ready(findings, drafting, server))
    container.stop(server, scratch.parent.name)
    try:
        said, _ = server.communicate(timeout=30)
        expect(server.returncode == 0, "SIGTERM to the first process ends the server with status 0", said or "")
    except subprocess.TimeoutExpired:
        server.kill()
        expect(False, "SIGTERM to the first process ends the server within 30 s")
    drafting.judge(lambda words: subprocess.run(container.command(words.split()), capture_output=True, text=True))


async def draft_when_ready(findings: Findings, drafting: Drafting, server: subprocess.Popen) -> None:
    began = time.monotonic()
    if await drafting.until(lambda: drafting.ready() == 200 or server.poll() is not None, "/readyz answers 200", 60):
        findings.expect(server.poll() is None, f"/readyz answers 200 after {time.monotonic() - began:.1f} s")
    if server.poll() is None:
        await drafting.room()
    await drafting.finish()


class Container:
    """Runs the entry point of an image with a volume: by podman, or by namespaces and chroot if podman cannot run it here."""

    # As a container runtime does before it runs the program as the first process.
    ENTER = """set -e
        root=$1 user=$2 volume=$3 settings=$4
        shift 4
        mkdir -p $root/proc $root/dev
        mount -t proc proc $root/proc
        mount --rbind /dev $root/dev
        mount --bind $volume $root/var/lib/draftledger
        mount --bind $settings $root/etc/draftledger
        exec chroot --userspec=$user $root "$@"
    """

    def __init__(self, root: Path, archive: Path, configuration: dict, volume: Path, settings: Path):
        self.root, self.configuration, self.volume, self.settings = root, configuration, volume, settings
        storage = ["--storage-driver", "vfs", "--root", SYSTEMS / "podman", "--runroot", SYSTEMS / "podman-run"]
        self.podman = ["podman", *map(str, storage)]
        loaded = subprocess.run([*self.podman, "load", "--quiet", "--input", archive], capture_output=True, text=True)
        self.image = loaded.stdout.rpartition("Loaded image: ")[2].strip()
        # The second way is for machines that may not raise limits, such as containers themselves.
        limits = [f"--ulimit={name}={min(most, resource.getrlimit(kind)[1])}" for name, kind, most in [
            ("nofile", resource.RLIMIT_NOFILE, 4_096), ("nproc", resource.RLIMIT_NPROC, 4_096)]]
        for runtime, options in [([], []), (["--runtime=runc", "--cgroup-manager=cgroupfs"], limits)]:
            self.start = [*self.podman, *runtime, "run", "--rm", "--network=host", *options]
            self.runtime = " ".join(["podman", *runtime, *options])
            tried = subprocess.run(self.command(["--version"]), capture_output=True, text=True)
            if tried.returncode == 0:
                return
        self.start = []
        self.runtime = f"unshare and chroot, because podman cannot run it: {tried.stderr.strip()[-200:]}"

    def command(self, words: list[str], name: str | None = None) -> list[str]:
        if self.start:
            mounts = [f"--volume={self.volume}:/var/lib/draftledger", f"--volume={self.settings}:/etc/draftledger"]
            return [*self.start, *mounts, *([f"--name={name}"] if name else []), self.image, *words]
        return ["env", "--ignore-environment", f"PATH={os.environ['PATH']}", *self.configuration["Env"],
                "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", self.ENTER, "sh", str(self.root),
                self.configuration["User"], str(self.volume), str(self.settings), *self.configuration["Entrypoint"], *words]

    def stop(self, server: subprocess.Popen, name: str) -> None:
        """Sends the signal to stop that the image names to its first process."""
        if self.start:
            subprocess.run([*self.podman, "stop", "--time=30", name], capture_output=True)
        elif leader := first_process(server.pid):
            os.kill(leader, getattr(signal, self.configuration["StopSignal"]))


def try_again(findings: Findings, maker, scratch: Path) -> None:
    """Makes the products a second time from the same programs, and compares the bytes."""
    print("\nreproducibility")
    for product in ["tarball", "deb", "image"]:
        made = maker.make(product, folder=scratch)
        first = maker.folder / made.name
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (first, made)]
        findings.expect(digests[0] == digests[1], f"{product}: the same program gives the same bytes, {digests[0][:16]}…",
                        " ".join(digests))


def try_documents(findings: Findings, package: Path, tarball: Path, scratch: Path) -> None:
    print("\ndocuments")
    expect = findings.expect
    output("dpkg-deb", "--extract", package, scratch / "deb")
    output("tar", "--extract", f"--one-top-level={scratch / 'tar'}", "--strip-components=1", "--file", tarball)
    bills = [scratch / "deb/usr/share/doc/draftledger/sbom.cdx.json", scratch / "tar/share/doc/draftledger/sbom.cdx.json"]
    done = subprocess.run(["Tools/python", "Tools/packaging", "Tools/packaging/validate.py", *bills], cwd=ROOT,
                          capture_output=True, text=True)
    expect(done.returncode == 0, f"the SBOMs are valid CycloneDX: {done.stdout.strip()}", done.stdout + done.stderr)
    done = subprocess.run(["lintian", "--fail-on", "error,warning", "--no-tag-display-limit", package],
                          capture_output=True, text=True)
    expect(done.returncode == 0, "lintian has no error and no warning", done.stdout + done.stderr)


def run(maker) -> int:
    """Makes the products and tries them. Returns 0 if nothing was wrong."""
    if os.geteuid() != 0:
        raise ReleaseError("The trial boots systems, which takes root. Run it with sudo.", 69)
    findings = Findings()
    products = {product: maker.make(product) for product in ["tarball", "deb", "image"]}
    for path in products.values():
        findings.note(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory(prefix="release") as name:
        scratch = {part: Path(name) / part for part in ("again", "documents", "next", "package", "tarball", "image")}
        for path in scratch.values():
            path.mkdir()
        try_again(findings, maker, scratch["again"])
        try_documents(findings, products["deb"], products["tarball"], scratch["documents"])
        following = maker.make("deb", revision="2", folder=scratch["next"])
        try_package(findings, products["deb"], following, scratch["package"])
        try_tarball(findings, products["tarball"], scratch["tarball"])
        try_image(findings, products["image"], scratch["image"])
    print(f"\n{len(findings.faults)} faults" if findings.faults else "\nNo faults.")
    return 1 if findings.faults else 0
