"""Tries the server as life would, on ledgers of its own: `draftledger serve` is killed, starved and besieged.

    chaos    members draft on whole contests over connections that break, send twice, change their words and come too
             late, with streams that come back by position, while the server is killed and started again; then every
             outcome that anybody was told, every delivery and every clock is held against the ledger
    disk     the file system is filled while members send, and has room again, with and without a kill in between
    clock    the machine's clock jumps forth and back while members draft, and the server is stopped and goes on
    spectators
             thousands of streams of one draft, of a client on the same cores: what each takes of the server's memory, and
             how soon a pick is with the members and with everybody
    multiplexed
             tens of thousands of streams over HTTP/2, 100 on each connection: what each takes of the server's memory, and how
             soon an event is on all of them
    turns    a full disk, one that fails or is lost, a clock that leaps, a stopped process, one without descriptors, each
             while a member is on the clock: nobody loses a turn
    places   another user, a read-only mount, two containers, a directory that is moved, replaced or mounted over
    runbook  the commands of the article Runbook, one after the other, as root: each prints what the article shows
    proxies  nginx and HAProxy in front, default and tuned: keep-alive, HTTP/1.0, streams, the PROXY protocol
    tls      a certificate: openssl, curl, httpx, h2 and Chromium, a new certificate, and proxies that TLS goes through
    keys     an issuer that rotates, removes, replaces, mixes and breaks its keys every other second, while members ask
    payments a card processor and a bank that repeat, mix and lose their messages while the server is killed: the ledger
             against their books, to the cent
    told     members with every channel on, while Firebase, Apple's service, the relay and a backend are in turn slow, down,
             lying and forgetful: what each has received against what the ledger says that members were told
    hostile  slow readers, drip-fed bodies, half-open connections, noise, paths and tokens that are tricks: what they are
             answered, what the server keeps for them, and how long members wait meanwhile

Prints what was found, and ends with 0 where nothing was wrong, 1 where something was, 64 for wrong usage.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

import chaos
import clock
import disk
import hostile
import keys
import multiplexed
import payments
import places
import proxies
import runbook
import spectators
import tls
import told
import turns
from server import Server


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="Tools/trials/run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: (print(f"{parser.prog}: {message}", file=sys.stderr), sys.exit(64))
    parser.add_argument("trial", choices=[
        "chaos", "disk", "clock", "places", "proxies", "tls", "keys", "payments", "told", "hostile", "spectators",
        "multiplexed", "turns", "runbook"])
    parser.add_argument("--program", type=Path, default=Path(".build/release/draftledger"), metavar="FILE",
                        help="the draftledger to try (default: .build/release/draftledger)")
    parser.add_argument("--members", type=int, metavar="N",
                        help="who draft (default: 200 of chaos, 20 of disk, 40 of clock)")
    parser.add_argument("--kills", type=int, default=30, metavar="N", help="of chaos (default: 30)")
    parser.add_argument("--pause", type=float, default=9, metavar="S",
                        help="the longest time between two ends of chaos (default: 9)")
    parser.add_argument("--within", type=float, default=3_600, metavar="S",
                        help="chaos stops ending the server after S seconds (default: 3600)")
    parser.add_argument("--patience", type=float, default=1, metavar="S",
                        help="the longest that members of chaos think about a pick (default: 1)")
    parser.add_argument("--crowd", type=int, metavar="N",
                        help="connections of each kind of hostile (default: 2000), spectators (default: 15000), or streams of "
                             "multiplexed (default: 60000)")
    parser.add_argument("--faults", metavar="A,B", help=f"of turns: {', '.join(turns.FAULTS)} (default: all)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of what happens (default: 1)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the ledger and the log are to stay")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    if not program.is_file():
        parser.error(f"there is no {program}: swift build -c release --product draftledger")
    if not shutil.which("openssl"):
        print("Tools/trials/run needs openssl, whose keys sign the trials' tokens", file=sys.stderr)
        return 69
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="trials-"))
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(program, folder)
    try:
        match arguments.trial:
            case "hostile":
                return asyncio.run(hostile.run(server, arguments.crowd or 2_000, arguments.seed))
            case "payments":
                return asyncio.run(payments.run(
                    server, arguments.members or 20, arguments.kills if arguments.kills < 30 else 5, arguments.seed))
            case "told":
                return asyncio.run(told.run(
                    server, arguments.members or 16, arguments.kills if arguments.kills < 30 else 3,
                    arguments.within if arguments.within < 3_600 else 90, arguments.seed))
            case "tls":
                return asyncio.run(tls.run(server))
            case "spectators":
                return asyncio.run(spectators.run(server, arguments.crowd or 15_000))
            case "multiplexed":
                return asyncio.run(multiplexed.run(server, arguments.crowd or 60_000))
            case "runbook":
                return runbook.run(program, folder)
            case "places":
                return asyncio.run(places.run(server, arguments.within if arguments.within < 3_600 else 20))
            case "proxies":
                return asyncio.run(proxies.run(server))
            case "keys":
                return asyncio.run(keys.run(server, arguments.within if arguments.within < 3_600 else 60, arguments.seed))
            case "turns":
                return asyncio.run(turns.run(server, arguments.faults.split(",") if arguments.faults else []))
            case "disk":
                return asyncio.run(disk.run(server, arguments.members or 20, arguments.seed))
            case "clock":
                return asyncio.run(clock.run(server, arguments.members or 40, arguments.seed))
            case _:
                return asyncio.run(chaos.run(
                    server, arguments.members or 200, arguments.kills, arguments.pause, arguments.within,
                    arguments.seed, arguments.patience))
    finally:
        if server.process and server.process.returncode is None:
            server.process.kill()
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
