"""A real SMTP server (Tests/Support/smtp_server.py) with a certificate of its own, for the real program."""

import json
import subprocess
import sys
import time
import urllib.parse

from server import ROOT

USER, PASSWORD = "moeum@a.example", "비밀 p@:/%"


class MailServer:
    """Stopped by its process id."""

    def __init__(self, folder, *arguments):
        folder.mkdir(parents=True)
        self.log, self.certificate, key = folder / "log", folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=DNS:localhost", "-keyout", key,
             "-out", self.certificate],
            check=True, stderr=subprocess.DEVNULL, timeout=60)
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "Tests/Support/smtp_server.py", "--log", self.log, "--certificate",
             self.certificate, "--key", key, "--user", USER, "--password", PASSWORD, *arguments],
            stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()

    @property
    def settings(self):
        """What a site that sends through it is told."""
        login = ":".join(urllib.parse.quote(part, safe="") for part in (USER, PASSWORD))
        return {
            "MOEUM_SMTP_URL": f"smtp://{login}@localhost:{self.port}", "MOEUM_SMTP_CA_FILE": str(self.certificate),
            "MOEUM_MAIL_FROM": "moeum@haneul.example", "MOEUM_LIMITS": "off",
        }

    def events(self, kind):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [event for event in map(json.loads, lines) if event["event"] == kind]

    def wait_for(self, kind, count=1, within=30):
        end = time.monotonic() + within
        while len(self.events(kind)) < count:
            assert time.monotonic() < end, f"no {kind}: {self.log.read_text() if self.log.exists() else ''}"
            time.sleep(0.05)
        return self.events(kind)
