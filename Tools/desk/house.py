"""A ledger with a house of its own, a server in front of it, and people who look at its pages."""

import json
import os
import re
import signal
import subprocess
import urllib.request

FAILURES = []
SETTLED = "html:not(:has([aria-busy='true']))"


def check(holds, words):
    if not holds:
        FAILURES.append(words)
        print(f"  FAILED: {words}")


class House:
    """A simulated ledger; founders 901 to 903, the cashier 904 and the analyst 905, each with a key and a token; 906 has a key alone."""

    def __init__(self, tool, directory):
        self.tool, self.directory = tool, directory
        self.ledger = os.path.join(directory, "house.ledger")
        self.cli("simulate", "--rooms", "6", "--seed", "7")
        keys = {name: self.cli("staff", "key", self.key(name)).strip() for name in [901, 902, 903, 904, 905, 906, "recovery"]}
        founders = [part for person in (901, 902, 903) for part in ("--founder", f"{person}={keys[person]}")]
        self.cli("staff", "begin", *founders, "--recovery", keys["recovery"])
        for number, (person, roles) in enumerate([(904, "cashier,auditor"), (905, "analyst")], start=1):
            self.cli("staff", "appoint", str(person), "--roles", roles, "--public-key", keys[person], "--as", "901",
                     "--key", self.key(901), "--reason", "For the trial.")
            self.cli("measure", "approve", str(number), "--as", "902", "--key", self.key(902))
        self.newcomers_key = keys[906]
        self.tokens = {person: self.cli("token", "create", f"page {person}", "--user", str(person)).strip()
                       for person in (901, 902, 904, 905)}
        self.address = ""
        self.process = None

    def key(self, name):
        return os.path.join(self.directory, f"{name}.key")

    def cli(self, *arguments):
        done = subprocess.run([self.tool, "--ledger", self.ledger, *arguments], capture_output=True, text=True)
        if done.returncode not in (0, 3):
            raise SystemExit(f"draftledger {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.cli(*arguments, "--format", "json-array"))

    def events(self, stream):
        """Of one stream, as the ledger has them."""
        return [json.loads(line) for line in self.cli("events", "--stream", stream, "--format", "json").splitlines()]

    def serve(self):
        # A trial of every page in a minute reads more than a person at work.
        environment = {**os.environ, "DRAFT_LEDGER_RATES_READS": "10000", "DRAFT_LEDGER_RATES_REPORTS": "10000"}
        self.process = subprocess.Popen([self.tool, "--ledger", self.ledger, "serve", "--listen", "127.0.0.1:0"],
                                        stderr=subprocess.PIPE, text=True, env=environment)
        for line in self.process.stderr:
            found = re.search(r"http://\S+", line)
            if found:
                self.address = found[0]
                return
        raise SystemExit("The server did not come up.")

    def policy(self):
        """Whom who checks evidence trusts: the key of the ledger's checkpoints."""
        with urllib.request.urlopen(self.address + "/v1/proofs/keys") as answer:
            key = json.load(answer)["checkpoint"]
        path = os.path.join(self.directory, "policy")
        with open(path, "w") as file:
            file.write(f"log {key}\nquorum none\n")
        return path

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class Viewer:
    """A person in a browser of their own, which records every error."""

    def __init__(self, browser, house, person, size=(1400, 900)):
        self.house, self.person, self.problems = house, person, []
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, accept_downloads=True, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.on("console", self.note)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.goto(house.address + "/login")
        self.page.wait_for_selector("html[data-ready]")
        self.page.evaluate(
            """token => import(document.querySelector('script[type=module]').src.replace(/[^/]*$/, 'session.js'))
                .then(session => session.signIn(token))""", house.tokens[person])

    def note(self, message):
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type} at {self.page.url}: {message.text}")

    def open(self, path):
        self.page.goto(self.house.address + path)
        self.page.wait_for_selector("html[data-ready='true']")
        self.settle()
        return self.page

    def settle(self):
        self.page.wait_for_selector(SETTLED, timeout=120_000)

    def give_key(self):
        """Reads the viewer's key into the page when the page asks for it."""
        self.page.wait_for_selector("dialog input[type=file]")
        self.page.set_input_files("dialog input[type=file]", self.house.key(self.person))
        self.page.click("dialog button[type=submit]")
