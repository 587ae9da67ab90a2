"""Runs a server and a Prometheus that scrapes it, lets rooms draft, and asks every question of the dashboard and the alerts.

The server tells members by a file and a partner by webhook, so that all figures have something to count. The partner then answers
410, and the server dies: the alerts for both have to fire, and no other before.
"""

import base64
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "trials"))
from server import contest  # noqa: E402
# Figures that a healthy server in its first minute does not have, because nothing has happened that they count.
LATER = re.compile(r"certificate_|refused_total|refusals_total")
# Rooms that draft at the same time.
ROOMS = 8
# Labels have few values, however many members and rooms there are.
MOST_SERIES = 40


class Partner(http.server.BaseHTTPRequestHandler):
    """Receives events by webhook, and answers with `status`."""

    protocol_version = "HTTP/1.1"
    status = 200

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(Partner.status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def ask(url, body=None, token=None, method=None):
    request = urllib.request.Request(url, data=None if body is None else json.dumps(body).encode(), method=method)
    request.add_header("content-type", "application/json")
    if token:
        request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def until(what, seconds, holds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if holds():
                return
        except OSError:
            pass
        time.sleep(0.2)
    sys.exit(f"after {seconds} s: {what}")


def expressions():
    """Of the alerts and of the dashboard, as Prometheus takes them."""
    rules = re.findall(r"^\s+expr: (.*)$", (HERE / "alerts.yml").read_text(), re.MULTILINE)
    panels = json.loads((HERE / "dashboard.json").read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel.get("targets", [])]
    ready = [one.replace('"$instance"', '".*"').replace("$__rate_interval", "1m") for one in asked]
    return rules, ready


def main(program):
    scratch = Path(tempfile.mkdtemp(prefix="watching"))
    base, page = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
    partner = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Partner)
    threading.Thread(target=partner.serve_forever, daemon=True).start()
    (scratch / "webhooks.json").write_text(json.dumps({"allowLoopback": True, "endpoints": [
        {"id": "partner", "url": f"http://127.0.0.1:{partner.server_port}/",
         "secrets": ["whsec_" + base64.b64encode(os.urandom(32)).decode()]}]}))
    server = subprocess.Popen(
        [program, "--ledger", scratch / "ledger", "serve", "--dev", "--listen", base.removeprefix("http://"),
         "--set", f"webhooks.file={scratch}/webhooks.json", "--set", f"notices.file={scratch}/notices.jsonl"],
        stdout=subprocess.DEVNULL, stderr=(scratch / "server.log").open("w"))
    settings = (HERE / "prometheus.yml").read_text()
    settings = settings.replace("scheme: https", "scheme: http").replace("drafts.example.com", base.removeprefix("http://"))
    settings = settings.replace("15s", "1s").replace("alerts.yml", str(HERE.resolve() / "alerts.yml"))
    settings = re.sub(r"    authorization:\n.*\n", "", settings)
    (scratch / "prometheus.yml").write_text(settings)
    watcher = subprocess.Popen(
        ["prometheus", f"--config.file={scratch}/prometheus.yml", f"--storage.tsdb.path={scratch}/data",
         f"--web.listen-address={page.removeprefix('http://')}"],
        stdout=subprocess.DEVNULL, stderr=(scratch / "prometheus.log").open("w"))
    notes = []
    try:
        until("the server does not answer", 60, lambda: ask(base + "/livez"))
        subprocess.run(["promtool", "check", "rules", HERE / "alerts.yml"], check=True)
        subprocess.run(["promtool", "test", "rules", HERE / "alerts.test.yml"], check=True)
        token = json.loads(ask(base + "/dev/tokens", {"name": "anna"}))["token"]
        user = json.loads(ask(base + "/v1/users/me", token=token))["user"]
        staff = json.loads(ask(base + "/dev/tokens", {"name": "alma"}))["token"]
        # With clocks of seconds: a clock that is moved on during a commit makes that commit look slow.
        opened = json.loads(ask(base + "/v1/commands", {
            "id": "9".zfill(32), "actor": "admin/1", **contest(teams=6, rounds=10, clock=1, number=2)}, staff))
        until("Prometheus has no figures", 60, lambda: value(page, "draftledger_ledger_events > 0"))
        for number in range(ROOMS):
            join = {"kind": "joinTournament", "user": user, "tournament": opened["tournament"], "entries": 1,
                    "id": f"{number + 10:032}"}
            room = json.loads(ask(base + "/v1/commands", join, token))["room"]
            ask(base + "/dev/bots", {"room": room}, token)
        ask(base + "/v1/audit", token=staff, method="POST")
        for figure in ("draftledger_duties_total", 'draftledger_webhook_deliveries_total{outcome="delivered"}',
                       "draftledger_notices_total", "draftledger_audit_finished_timestamp_seconds"):
            until(f"nothing is counted by {figure}", 60, lambda: value(page, f"sum({figure}) > 0"))
        time.sleep(3)
        metrics = ask(base + "/metrics", token=token)
        notes += conventions(metrics.decode())
        rules, panels = expressions()
        for expression in rules + panels:
            result = value(page, expression)
            if result is None:
                notes.append(f"refused: {expression}")
            elif not result and expression in panels and not LATER.search(expression) and "> 0" not in expression:
                notes.append(f"no answer: {expression}")
        firing = [one["labels"]["alertname"] for one in value(page, 'ALERTS{alertstate="firing"}', raw=True)]
        notes += [f"{name} fires for a healthy server" for name in firing]
        Partner.status = 410
        ask(base + "/v1/commands", {"kind": "joinTournament", "user": user, "tournament": opened["tournament"],
                                    "entries": 1, "id": f"{ROOMS + 10:032}"}, token)
        until("no alert for a disabled endpoint", 60, lambda: value(page, 'ALERTS{alertname="DraftLedgerWebhooksDisabled"}'))
        server.kill()
        until("no alert for a dead server", 60, lambda: value(page, 'ALERTS{alertname="DraftLedgerDown"}'))
        print(f"{len(rules)} alerts and {len(panels)} questions of the dashboard, {metrics.count(b'# TYPE')} figures.")
    finally:
        server.kill()
        watcher.terminate()
        server.wait()
        watcher.wait()
        partner.shutdown()
        shutil.rmtree(scratch)
    for note in notes:
        print(note)
    return 1 if notes else 0


def conventions(text):
    """What `promtool` says of the figures, and figures without a meaning or with labels that grow with members and rooms."""
    notes = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True).stderr.splitlines()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    helps = set(re.findall(r"^# HELP (\S+) .+\.$", text, re.MULTILINE))
    notes += [f"{name} has no meaning" for name in kinds if name not in helps]
    series = {name: set() for name in kinds}
    for name, labels in re.findall(r"^([a-z_]+)(\{.*\})? \S+$", text, re.MULTILINE):
        family = re.sub(r"_(bucket|sum|count)$", "", name) if name not in kinds else name
        series[family].add(re.sub(r',?le="[^"]*"', "", labels))
        if kinds[family] == "counter" and not name.endswith("_total"):
            notes.append(f"the counter {name} does not end in _total")
    # Each route is a label of its requests, and their number is fixed.
    notes += [f"{name} has {len(found)} series" for name, found in series.items()
              if len(found) > MOST_SERIES and "http" not in name]
    return notes


def value(page, expression, raw=False):
    """The answer of Prometheus: whether there are values, or the values themselves; nil for a question that it refuses."""
    try:
        answer = json.loads(ask(f"{page}/api/v1/query?" + urllib.parse.urlencode({"query": expression})))
    except urllib.error.HTTPError:
        return None
    result = answer["data"]["result"]
    return [{"labels": one["metric"]} for one in result] if raw else bool(result)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
