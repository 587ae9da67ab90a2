"""nginx and HAProxy in front of the server, with as little configuration as works and with what the documentation has."""

import asyncio
import json
import os
import shutil
import subprocess
import time
import uuid
from collections import Counter
from pathlib import Path

from server import Server, contest, free_port, pool
from wire import Connection, Gone, ask, frames, request

ORIGIN = "https://drafts.example.com"
# Another address of this machine: a client that is not a proxy.
CLIENT = "127.0.0.2"
# Seconds that a proxy waits for more of a stream, and between two signs of life on it.
PATIENCE, HEARTBEAT = 3, 1

NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; proxy_read_timeout {patience}s;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    {content}
}}
"""
NGINX_DEFAULT = "server {{ listen 127.0.0.1:{front}; location / {{ proxy_pass http://127.0.0.1:{back}; }} }}"
NGINX_TUNED = """
    upstream drafts {{ server 127.0.0.1:{back}; keepalive 64; }}
    server {{
        listen 127.0.0.1:{front};
        location / {{
            proxy_pass http://drafts;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
"""
HAPROXY = """
global
    maxconn 1000
defaults
    mode {mode}
    {options}
    timeout connect 5s
    timeout client {patience}s
    timeout server {patience}s
frontend drafts
    bind 127.0.0.1:{front}
    default_backend ledger
backend ledger
    server one 127.0.0.1:{back} {send}
"""
TRUSTED = {"trusted": ["127.0.0.1"]}

# The name, the program, its configuration, the server's settings of proxies, and whether the server learns who asks.
SCENES = [
    ("nginx, default", "nginx", NGINX_DEFAULT, TRUSTED | {"header": "none"}, False),
    ("nginx, tuned", "nginx", NGINX_TUNED, TRUSTED, True),
    ("haproxy, default", "haproxy", {"mode": "http", "options": "", "send": ""}, TRUSTED | {"header": "none"}, False),
    ("haproxy, forwardfor", "haproxy", {"mode": "http", "options": "option forwardfor\n    option http-no-delay", "send": ""}, TRUSTED, True),
    ("haproxy, PROXY 2", "haproxy", {"mode": "http", "options": "", "send": "send-proxy-v2 check inter 200ms"},
     TRUSTED | {"header": "none", "protocol": True}, True),
    ("haproxy, TCP and PROXY 1", "haproxy", {"mode": "tcp", "options": "", "send": "send-proxy"},
     TRUSTED | {"header": "none", "protocol": True}, True),
]


class Proxies:
    def __init__(self, server: Server):
        self.server = server
        self.faults: list[str] = []

    def expect(self, holds: bool, what: str) -> None:
        print(f"{'good' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)

    def begin(self, program: str, configuration, front: int) -> subprocess.Popen:
        folder = self.server.folder
        known = {"folder": folder, "front": front, "back": self.server.port, "patience": PATIENCE}
        file = folder / f"{program}.conf"
        if program == "nginx":
            file.write_text(NGINX.format(content=configuration.format(**known), **known))
            words = ["nginx", "-c", file, "-p", folder]
        else:
            file.write_text(HAPROXY.format(**known, **configuration))
            words = ["haproxy", "-f", file, "-db"]
        with open(folder / f"{program}.out", "ab") as out:
            return subprocess.Popen(words, stdout=out, stderr=out)

    async def scene(self, name: str, program: str, configuration, trusted: dict, knows: bool) -> None:
        server, front = self.server, free_port()
        server.settings |= {
            "public": {"origin": ORIGIN}, "proxy": trusted, "times": {"heartbeat": HEARTBEAT}, "log": {"level": "info"}}
        # With the PROXY protocol only a proxy is answered at all: what waits for the server asks through it.
        back, written = server.port, len(server.log()) if (server.folder / "server.log").exists() else 0
        await server.launch()
        proxy = self.begin(program, configuration, front)
        try:
            for _ in range(200):
                try:
                    if (await ask(front, "GET", "/livez", within=1)).status == 200:
                        break
                except Gone:
                    pass
                await asyncio.sleep(0.05)
            await self.try_all(name, front, knows, written)
        finally:
            proxy.terminate()
            proxy.wait()
            status = await server.end()
            self.expect(status == 0, f"{name}: the server ends with {status}")

    async def try_all(self, name: str, front: int, knows: bool, written: int) -> None:
        token = self.server.issuer.token(f"member of {name}")
        user = int((await ask(front, "GET", "/api/user", token)).json["id"])
        join = {"kind": "joinTournament", "user": user, "tournament": 1, "entries": 1}

        begun = await ask(front, "POST", "/v1/session", token, {}, Origin=ORIGIN)
        foreign = await ask(front, "POST", "/v1/session", token, {}, Origin="https://evil.example")
        self.expect((begun.status, foreign.status) == (200, 403),
                    f"{name}: signing in at the public origin {begun.status}, at another one {foreign.status}")
        self.expect("; Secure" in begun.headers.get("set-cookie", ""), f"{name}: the cookie is for encrypted pages")

        # One connection for many requests.
        connection, statuses = await Connection.open(front), Counter()
        for _ in range(50):
            statuses[(await connection.ask(request("GET", "/v1/rooms", token))).status] += 1
        connection.close()
        crowd = await asyncio.gather(*(ask(front, "GET", "/v1/rooms", token) for _ in range(200)))
        statuses.update(answer.status for answer in crowd)
        self.expect(statuses == {200: 250}, f"{name}: reads on one connection and on 200 at once {dict(statuses)}")

        # HTTP/1.0 without a length of the answer known before: the end of the connection is its end.
        reader, writer = await asyncio.open_connection("127.0.0.1", front)
        writer.write(f"GET /v1/rooms HTTP/1.0\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        line = head.partition(b"\r\n")[0].decode()
        self.expect(" 200 " in line and b"chunked" not in head.lower() and _is_json(body), f"{name}: HTTP/1.0: {line}")

        await self.stream(name, front, token, join)
        if knows:
            await self.address(name, front, written)

    async def stream(self, name: str, front: int, token: str, join: dict) -> None:
        """Events arrive at once, and a stream without events outlives the proxy's timeout."""
        seen: list[tuple[float, str]] = []

        async def watch() -> None:
            async for frame in frames(front, "/v1/stream?me&lobby", token):
                seen.append((time.monotonic(), frame.name))

        watching = asyncio.create_task(watch())
        await asyncio.sleep(PATIENCE + 2)
        self.expect(not watching.done(), f"{name}: a stream without events lives for {PATIENCE + 2} s")
        began, count = time.monotonic(), len(seen)
        status = (await ask(front, "POST", "/v1/commands", token, join, Idempotency_Key=f'"{uuid.uuid4().hex}"')).status
        for _ in range(200):
            if any(kind in ("events", "you", "lobby") for _, kind in seen[count:]):
                break
            await asyncio.sleep(0.01)
        came = [moment - began for moment, kind in seen[count:] if kind in ("events", "you", "lobby")]
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        self.expect(status == 200, f"{name}: a command {status}")
        self.expect(bool(came) and came[0] < 1, f"{name}: its event on a stream after {came[0] if came else -1:.3f} s")

    async def address(self, name: str, front: int, written: int) -> None:
        """The log names who asked, also where the client names somebody else."""
        mark = f"/v1/rooms?mark={uuid.uuid4().hex}"
        reader, writer = await asyncio.open_connection("127.0.0.1", front, local_addr=(CLIENT, 0))
        writer.write(request("GET", mark, X_Forwarded_For="192.0.2.9", Connection="close"))
        await asyncio.wait_for(reader.read(), 10)
        writer.close()
        await asyncio.sleep(0.3)
        lines = self.server.log()[written:].splitlines()
        self.expect(any(f'"{CLIENT}"' in line for line in lines), f"{name}: the log names {CLIENT}")
        self.expect(not any("192.0.2.9" in line for line in lines), f"{name}: and not whom the client names")


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return False
    return True


async def run(server: Server) -> int:
    # The folder is looked into by what nginx runs as.
    server.folder.chmod(0o755)
    proxies = Proxies(server)
    present = {name for name in ("nginx", "haproxy") if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")}
    os.environ["PATH"] += ":/usr/sbin"
    for name in sorted({"nginx", "haproxy"} - present):
        print(f"skipped: there is no {name}")
    if not present:
        return 0
    await server.prepare(pool(), contest(teams=10, rounds=4, clock=43_200))
    for scene in SCENES:
        if scene[1] in present:
            await proxies.scene(*scene)
    audit = subprocess.run([server.program, "--ledger", server.ledger, "audit"], capture_output=True)
    proxies.expect(audit.returncode == 0, f"the audit ends with {audit.returncode}")
    print(f"{len(proxies.faults)} faults" if proxies.faults else "No faults.")
    return 1 if proxies.faults else 0
