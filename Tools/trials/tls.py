"""The server with a certificate: what openssl, curl, httpx, h2 and Chromium get from it, and nginx and HAProxy before it."""

import asyncio
import base64
import hashlib
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.request
from pathlib import Path

from server import Server, contest, free_port, pool

try:
    import h2.config
    import h2.connection
    import h2.events
    import httpx
except ImportError:
    h2 = httpx = None

STREAMS = 100


class Trial:
    def __init__(self, server: Server):
        self.server, self.folder = server, server.folder
        self.faults: list[str] = []
        self.base = f"https://localhost:{server.port}"

    def expect(self, holds: bool, what: str) -> None:
        print(f"{'good' if holds else 'BAD '} {what}", flush=True)
        if not holds:
            self.faults.append(what)

    # MARK: Certificates

    def openssl(self, *words, given: str = "") -> str:
        done = subprocess.run(["openssl", *map(str, words)], input=given, capture_output=True, text=True, errors="replace", timeout=20)
        return done.stdout + done.stderr

    def authority(self) -> None:
        self.ca = self.folder / "ca.pem"
        self.openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=trials",
            "-days", "30", "-addext", "basicConstraints=critical,CA:TRUE", "-keyout", self.folder / "ca.key", "-out", self.ca)
        (self.folder / "extensions").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        self.issue(days=20)
        self.context = ssl.create_default_context(cafile=self.ca)

    def issue(self, days: int) -> None:
        """Issues a certificate, and puts it where the server reads it."""
        key, request, certificate = (self.folder / f"next.{end}" for end in ("key", "csr", "pem"))
        self.openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
            "-keyout", key, "-out", request)
        self.openssl(
            "x509", "-req", "-in", request, "-CA", self.ca, "-CAkey", self.folder / "ca.key", "-CAcreateserial",
            "-days", days, "-extfile", self.folder / "extensions", "-out", certificate)
        os.replace(key, self.folder / "server.key")
        os.replace(certificate, self.folder / "server.pem")

    # MARK: The server

    async def begin(self, *words: str, **settings) -> None:
        self.server.settings |= {
            "tls": {"certificate": str(self.folder / "server.pem"), "key": str(self.folder / "server.key")},
            "log": {"level": "info"}, "streams": {"most": 10_000}, "metrics": {"public": True},
            "public": {"origin": self.base}} | settings
        await self.server.launch(*words)
        for _ in range(400):
            try:
                if self.ask("/livez")[0] == 200:
                    return
            except OSError:
                await asyncio.sleep(0.05)
        raise SystemExit(f"the server did not answer: {self.server.log()[-2_000:]}")

    def ask(self, path: str, body: bytes | None = None, token: str | None = None) -> tuple[int, bytes]:
        request = urllib.request.Request(self.base + path, body)
        if token:
            request.add_header("authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
            return answer.status, answer.read()

    # MARK: Clients

    def with_openssl(self) -> None:
        place = ["-connect", f"localhost:{self.server.port}", "-servername", "localhost", "-CAfile", self.ca]
        weak = ["-cipher", "ALL:@SECLEVEL=0"]
        for version, is_taken in {"tls1": False, "tls1_1": False, "tls1_2": True, "tls1_3": True}.items():
            said = self.openssl("s_client", f"-{version}", *(weak if version != "tls1_3" else []), "-alpn", "h2,http/1.1", *place)
            holds = ("ALPN protocol: h2" in said and "Verify return code: 0" in said) == is_taken
            self.expect(holds, f"openssl: {version} is {'taken, with h2' if is_taken else 'refused'}")
        names = self.openssl("ciphers", "-tls1_2", "-s", "ALL:COMPLEMENTOFALL:@SECLEVEL=0").strip().split(":")
        taken = [name for name in names if "Cipher is (NONE)" not in self.openssl(
            "s_client", "-tls1_2", "-cipher", f"{name}:@SECLEVEL=0", *place)]
        good = all(name.startswith("ECDHE-") and ("GCM" in name or "POLY1305" in name) for name in taken)
        self.expect(bool(taken) and good, f"openssl: of {len(names)} ciphers of TLS 1.2 the server takes {', '.join(taken)}")
        self.expect("Compression: NONE" in self.openssl("s_client", "-tls1_2", *place), "openssl: there is no compression")
        client = subprocess.Popen(
            ["openssl", "s_client", "-tls1_2", *map(str, place)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace")
        client.stdin.write("R\n")
        client.stdin.flush()
        try:
            status = client.wait(10)
        except subprocess.TimeoutExpired:
            status = 0
            client.kill()
        said = client.stderr.read()
        self.expect(status != 0 and "RENEGOTIATING" in said, "openssl: a renegotiation ends the connection")

    def with_curl(self) -> None:
        for option, version in (("--http2", "2"), ("--http1.1", "1.1")):
            done = subprocess.run(
                ["curl", "-sS", "--cacert", self.ca, option, "-o", os.devnull, "-w", "%{http_version} %{http_code} %{size_download}",
                 self.base + "/docs"], capture_output=True, text=True, timeout=30)
            self.expect(done.stdout.startswith(f"{version} 200 "), f"curl {option}: {done.stdout}{done.stderr}")
        done = subprocess.run(
            ["curl", "-sS", "--cacert", self.ca, "--http2", "-Z", "--parallel-max", str(STREAMS), "-o", os.devnull, "-w", "%{http_code}\n",
             f"{self.base}/livez?[1-500]"], capture_output=True, text=True, timeout=60)
        self.expect(done.stdout.split().count("200") == 500, f"curl: 500 requests, {STREAMS} at a time {done.stderr[:200]}")

    async def with_httpx(self, token: str) -> None:
        async with httpx.AsyncClient(http2=True, verify=ssl.create_default_context(cafile=self.ca), base_url=self.base) as client:
            answers = await asyncio.gather(*(client.get("/v1/rooms", headers={"authorization": f"Bearer {token}"}) for _ in range(300)))
            good = all(answer.status_code == 200 and answer.http_version == "HTTP/2" for answer in answers)
            self.expect(good, "httpx: 300 reads at once over HTTP/2")
            lacking = await client.post("/v1/commands", content=b"{", headers={"authorization": f"Bearer {token}"})
            self.expect(lacking.status_code == 400, f"httpx: half a command {lacking.status_code}")

    def with_h2(self, token: str) -> None:
        """As many streams as a connection may have, and one more."""
        context = ssl.create_default_context(cafile=self.ca)
        context.set_alpn_protocols(["h2"])
        with context.wrap_socket(
                socket.create_connection(("127.0.0.1", self.server.port), timeout=20), server_hostname="localhost") as connection:
            machine = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
            machine.initiate_connection()
            connection.sendall(machine.data_to_send())
            lived, ended = set(), set()

            def receive() -> None:
                for event in machine.receive_data(connection.recv(65_536)):
                    if isinstance(event, h2.events.DataReceived):
                        machine.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                        if b"event: live" in event.data:
                            lived.add(event.stream_id)
                    elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
                        ended.add(event.stream_id)
                connection.sendall(machine.data_to_send())

            while machine.remote_settings.max_concurrent_streams != STREAMS:
                receive()
            for index in range(STREAMS):
                machine.send_headers(index * 2 + 1, [
                    (":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", "/v1/stream?lobby"),
                    ("authorization", f"Bearer {token}")], end_stream=True)
            connection.sendall(machine.data_to_send())
            end = time.monotonic() + 20
            while len(lived) < STREAMS and time.monotonic() < end:
                receive()
            self.expect(len(lived) == STREAMS and not ended, f"h2: {len(lived)} event streams are live on one connection")

    def with_chromium(self) -> None:
        public = subprocess.run(["openssl", "pkey", "-in", self.folder / "server.key", "-pubout", "-outform", "der"], capture_output=True).stdout
        pin = base64.b64encode(hashlib.sha256(public).digest()).decode()
        log = self.folder / "chromium.json"
        done = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder / 'chromium'}",
             f"--ignore-certificate-errors-spki-list={pin}", f"--log-net-log={log}", "--virtual-time-budget=4000", "--dump-dom",
             self.base + "/"], capture_output=True, text=True, timeout=90)
        self.expect("Draft Ledger" in done.stdout, f"chromium: the first page, {len(done.stdout)} bytes")
        self.expect(f"localhost:{self.server.port}" in log.read_text() and '"h2"' in log.read_text(), "chromium: speaks HTTP/2")

    # MARK: A new certificate

    async def reload(self) -> None:
        connection = self.context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.server.port), timeout=10), server_hostname="localhost")
        before = self.served()
        self.issue(days=60)
        self.server.process.send_signal(signal.SIGHUP)
        for _ in range(100):
            if self.served() != before:
                break
            await asyncio.sleep(0.05)
        self.expect(self.served() != before, "reload: new connections have the new certificate")
        connection.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.expect(connection.recv(64).startswith(b"HTTP/1.1 200"), "reload: the connection from before is answered")
        connection.close()
        good = (self.folder / "server.pem").read_bytes()
        (self.folder / "server.pem").write_text("no certificate")
        self.server.process.send_signal(signal.SIGHUP)
        for _ in range(100):
            if b"draftledger_certificate_failures_total 1" in self.ask("/metrics")[1]:
                break
            await asyncio.sleep(0.05)
        self.expect("draftledger_certificate_failures_total 1" in self.ask("/metrics")[1].decode(), "reload: a bad file is counted, and the server serves")
        (self.folder / "server.pem").write_bytes(good)

    def served(self) -> str:
        return ssl.get_server_certificate(("127.0.0.1", self.server.port))

    # MARK: Proxies

    PROXIES = {
        "haproxy": ("haproxy, TCP and PROXY 2", {"trusted": ["127.0.0.1"], "header": "none", "protocol": True}, """
global
    maxconn 1000
defaults
    mode tcp
    timeout connect 5s
    timeout client 60s
    timeout server 60s
frontend drafts
    bind 127.0.0.1:{front}
    default_backend ledger
backend ledger
    server one 127.0.0.1:{back} send-proxy-v2
"""),
        "nginx": ("nginx, TCP and PROXY 1", {"trusted": ["127.0.0.1"], "header": "none", "protocol": True}, """
{modules}
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
stream {{
    server {{ listen 127.0.0.1:{front}; proxy_pass 127.0.0.1:{back}; proxy_protocol on; }}
}}
"""),
    }

    async def through(self, program: str) -> None:
        """TLS goes through the proxy, which names the client before it."""
        name, trusted, configuration = self.PROXIES[program]
        front, file = free_port(), self.folder / f"{program}-tls.conf"
        modules = "\n".join(f"load_module {path};" for path in Path("/usr/lib/nginx/modules").glob("ngx_stream_module.so"))
        if program == "nginx" and not modules:
            return print("skipped: nginx has no stream module (Debian: libnginx-mod-stream)")
        file.write_text(configuration.format(front=front, back=self.server.port, folder=self.folder, modules=modules))
        await self.server.launch()
        words = ["nginx", "-c", file, "-p", self.folder] if program == "nginx" else ["haproxy", "-f", file, "-db"]
        proxy = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        written = len(self.server.log())
        try:
            for _ in range(200):
                done = subprocess.run(
                    ["curl", "-sS", "--cacert", self.ca, "--http2", "--interface", "127.0.0.2", "-o", os.devnull, "-w", "%{http_version} %{http_code}",
                     "-H", "X-Forwarded-For: 192.0.2.9", f"https://localhost:{front}/v1/rooms"], capture_output=True, text=True)
                if done.returncode == 0:
                    break
                await asyncio.sleep(0.1)
            self.expect(done.stdout == "2 200", f"{name}: HTTP/2 through it: {done.stdout}{done.stderr}")
            await asyncio.sleep(0.3)
            log = self.server.log()[written:]
            self.expect('"127.0.0.2"' in log and "192.0.2.9" not in log, f"{name}: the log names the client, and no made-up address")
        finally:
            proxy.terminate()
            proxy.wait()
            await self.server.end()


async def run(server: Server) -> int:
    os.environ["PATH"] += ":/usr/sbin"
    await server.prepare(pool(), contest(teams=10, rounds=4, clock=43_200))
    server.folder.chmod(0o755)
    trial = Trial(server)
    trial.authority()
    await trial.begin()
    token = server.issuer.token("member")
    trial.with_openssl()
    for program, work in {"curl": trial.with_curl, "chromium": trial.with_chromium}.items():
        if shutil.which(program):
            work()
        else:
            print(f"skipped: there is no {program}")
    if h2:
        await trial.with_httpx(token)
        trial.with_h2(token)
    else:
        print("skipped: this python3 has no httpx and h2 (python3 -m pip install 'httpx[http2]' in an environment)")
    await trial.reload()
    status = await server.end()
    trial.expect(status == 0, f"the server ends with {status}")
    server.settings |= {"proxy": trial.PROXIES["haproxy"][1]}
    for program in ("haproxy", "nginx"):
        if shutil.which(program):
            await trial.through(program)
        else:
            print(f"skipped: there is no {program}")
    audit = subprocess.run([server.program, "--ledger", server.ledger, "audit"], capture_output=True)
    trial.expect(audit.returncode == 0, f"the audit ends with {audit.returncode}")
    print(f"{len(trial.faults)} faults" if trial.faults else "No faults.")
    return 1 if trial.faults else 0
