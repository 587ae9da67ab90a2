"""Runs a server and a Prometheus that scrapes it, lets a room draft, and asks every question of the dashboard and the alerts."""

import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
# Figures that a healthy server in its first minute does not have, because nothing has happened that they count.
LATER = re.compile(r"certificate_|audit_|refused_total|refusals_total|duty_lateness|duties_total")


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
    server = subprocess.Popen(
        [program, "--ledger", scratch / "ledger", "serve", "--dev", "--listen", base.removeprefix("http://")],
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
        contest = json.loads(ask(base + "/v1/tournaments", token=token))[0]["tournament"]
        join = {"kind": "joinTournament", "user": user, "tournament": contest, "entries": 1, "id": "1".zfill(32)}
        room = json.loads(ask(base + "/v1/commands", join, token))["room"]
        ask(base + "/dev/bots", {"room": room}, token)
        ask(base + "/dev/clock", {"advance": 3600}, token)
        until("Prometheus has no figures", 60, lambda: value(page, "draftledger_ledger_events > 0"))
        time.sleep(8)
        metrics = ask(base + "/metrics", token=token)
        check = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True)
        notes += check.stderr.decode().splitlines()
        rules, panels = expressions()
        for expression in rules + panels:
            result = value(page, expression)
            if result is None:
                notes.append(f"refused: {expression}")
            elif not result and expression in panels and not LATER.search(expression) and "> 0" not in expression:
                notes.append(f"no answer: {expression}")
        firing = [one["labels"]["alertname"] for one in value(page, 'ALERTS{alertstate="firing"}', raw=True)]
        notes += [f"{name} fires for a healthy server" for name in firing]
        server.kill()
        until("no alert for a dead server", 60, lambda: value(page, 'ALERTS{alertname="DraftLedgerDown"}'))
        print(f"{len(rules)} alerts and {len(panels)} questions of the dashboard, {metrics.count(b'# TYPE')} figures.")
    finally:
        server.kill()
        watcher.terminate()
        server.wait()
        watcher.wait()
        shutil.rmtree(scratch)
    for note in notes:
        print(note)
    return 1 if notes else 0


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
