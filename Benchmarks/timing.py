"""Whether the time of an answer tells if an address has an account: at login, recovery and sign-up.

A site of the release build with default argon2 parameters and without rate limits gets one account. Then known and
unknown addresses are tried in turns, in an order of chance within each pair, one request at a time over one kept-alive
connection. Printed are the difference of the means and Welch's t of the two series, whole and without the slowest
tenth of each, which on a busy machine is somebody else's doing. Goal: |t| < 4 or less than 2 ms apart.
"""

import argparse
import http.client
import pathlib
import random
import statistics
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import Site  # noqa: E402

PASSWORD = "plumtree-and-pears-77"
KNOWN = "known.somebody@haneul.example"
# An unlimited, unhurried site that sends its mail as files.
DEVELOPMENT = ["--no-sample", "--limits", "off", "--environment", "development", "--log-level", "error"]


class Client:
    """One kept-alive connection of a browser without cookies."""

    def __init__(self, site):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(site.url).netloc, timeout=30)

    def post(self, path, fields):
        """Status, and seconds until the whole answer was there."""
        body = urllib.parse.urlencode(fields)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        start = time.perf_counter()
        self.connection.request("POST", path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status, time.perf_counter() - start


def sign_up(email, number):
    return {"email": email, "nickname": f"person {number}", "password": PASSWORD, "agree_terms": "1",
            "agree_privacy": "1"}


# Path, fields for an address and a number that is never used twice, and the status of either answer.
FORMS = {
    "login": ("/login", lambda email, number: {"email": email, "password": "not-the-right-one"}, 422),
    "recovery": ("/recover", lambda email, number: {"email": email}, 303),
    "sign-up": ("/signup", sign_up, 303),
}


def welch(first, second):
    spread = statistics.variance(first) / len(first) + statistics.variance(second) / len(second)
    return (statistics.mean(first) - statistics.mean(second)) / spread ** 0.5


def compare(client, name, tries, pause):
    path, fields, expected = FORMS[name]
    known, unknown = [], []
    for number in range(-10, tries):
        pair = [(known, KNOWN), (unknown, f"nobody.{name.replace('-', '')}.{number + 10}@haneul.example")]
        random.shuffle(pair)
        for series, email in pair:
            status, seconds = client.post(path, fields(email, random.getrandbits(40)))
            assert status == expected, (name, email, status)
            # The first ten of each warm up.
            if number >= 0:
                series.append(seconds * 1_000)
            time.sleep(pause)
    cut = tries * 9 // 10
    trimmed = sorted(known)[:cut], sorted(unknown)[:cut]
    print(f"{name:<10}{statistics.mean(known):>10.2f}{statistics.mean(unknown):>10.2f}"
          f"{statistics.mean(known) - statistics.mean(unknown):>9.2f}{welch(known, unknown):>8.1f}"
          f"{statistics.mean(trimmed[0]) - statistics.mean(trimmed[1]):>12.2f}{welch(*trimmed):>8.1f}", flush=True)
    return abs(welch(known, unknown)) < 4 or abs(statistics.mean(known) - statistics.mean(unknown)) < 2


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--pause", type=float, default=0.005, help="seconds between two requests")
    parser.add_argument("forms", nargs="*", default=list(FORMS))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="moeum-timing-") as directory:
        site = Site(pathlib.Path(directory) / "data", *DEVELOPMENT)
        try:
            client = Client(site)
            assert client.post("/signup", sign_up(KNOWN, 0))[0] == 303
            print(f"{options.tries} tries each{'':<2}known ms   unknown    apart       t   apart, 90 %       t")
            passed = [compare(client, name, options.tries, options.pause) for name in options.forms]
        finally:
            site.stop()
    sys.exit(0 if all(passed) else 1)


main()
