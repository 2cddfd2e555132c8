"""Runs the site as Scripts/test builds it (or MOEUM_TEST_PROGRAM), on a free port and a temporary directory."""

import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("MOEUM_TEST_PROGRAM", ".build/postgres/release/moeum")


def clean_environment():
    """This one's own, without what would change how the program runs."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MOEUM_")}


class Site:
    """One running server; stopped by its process id, never by name."""

    def __init__(self, data_directory, *arguments, settings=None):
        environment = clean_environment() | (settings or {})
        self.data_directory = pathlib.Path(data_directory)
        self.log_path = pathlib.Path(data_directory) / "server.log"
        self.log_path.parent.mkdir(parents=True, exist_ok=True)
        self.log = open(self.log_path, "wb")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--data-dir", str(data_directory), *arguments],
            cwd=ROOT, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        for line in self.process.stdout:
            if line.startswith("listening on "):
                self.url = line.removeprefix("listening on ").strip().rstrip("/")
                return
        self.stop()
        raise RuntimeError("the server did not start:\n" + self.log_path.read_text()[-4000:])

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def request(self, path, **headers):
        """Status, headers and body of a GET, whatever the status; redirects are followed."""
        address = self.url + urllib.parse.quote(path, safe="/?&=%,:+-_.~")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            with urllib.request.urlopen(urllib.request.Request(address, headers=named), timeout=20) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers, answer.read()

    def read_json(self, path):
        """The page model of a page, as a script gets it."""
        status, headers, body = self.request(path, Accept="application/json")
        assert status == 200, f"{path}: {status} {body[:300]!r}"
        assert headers["Content-Type"].startswith("application/json"), path
        return json.loads(body)
