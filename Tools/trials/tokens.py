"""An issuer of tokens whose key is openssl's, so that trials run against a server as it is run in earnest."""

import base64
import hashlib
import hmac
import json
import subprocess
import time
from pathlib import Path

ISSUER, AUDIENCE = "https://issuer.example", "trials"


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    """A key of its own in a folder, with the files that the server is given: `keys.json` and `issuers.json`."""

    def __init__(self, folder: Path):
        # How long ago, in seconds, its tokens were issued.
        self.age = 0
        self.key = folder / "issuer.pem"
        subprocess.run(["openssl", "genrsa", "-out", self.key, "2048"], check=True, capture_output=True)
        shown = subprocess.run(
            ["openssl", "rsa", "-in", self.key, "-noout", "-modulus"], check=True, capture_output=True, text=True)
        modulus = bytes.fromhex(shown.stdout.strip().partition("=")[2])
        key = {"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256", "n": encoded(modulus), "e": "AQAB"}
        (folder / "keys.json").write_text(json.dumps({"keys": [key]}))
        self.file = folder / "issuers.json"
        self.file.write_text(json.dumps([{
            "issuer": ISSUER, "audience": AUDIENCE, "algorithms": ["RS256"], "maximumLifetimeSeconds": 86_400,
            "keys": str(folder / "keys.json")}]))
        self.public = subprocess.run(
            ["openssl", "rsa", "-in", self.key, "-pubout"], check=True, capture_output=True).stdout

    def token(self, subject: str, algorithm: str = "RS256", kid: str | None = "one", **claims) -> str:
        """A token, by another algorithm than the issuer's or with other claims where that is wished."""
        now = int(time.time()) - self.age
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "name": subject, "iat": now, "exp": now + 36_000,
                  **claims}
        head = {"alg": algorithm, "typ": "JWT"} | ({} if kid is None else {"kid": kid})
        text = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
        return f"{text}.{encoded(self.signature(text.encode(), algorithm))}"

    def signature(self, text: bytes, algorithm: str) -> bytes:
        if algorithm.lower() == "none":
            return b""
        if algorithm.startswith("HS"):
            # As one who takes the public key for a secret would.
            return hmac.new(self.public, text, hashlib.sha256).digest()
        return subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.key], input=text, check=True, capture_output=True).stdout
