"""Reviews posted over HTTP a second, each acknowledged only once it is on the disk.

The release program on a database that `moeum demo` has filled with places and people; wrk posts a form of a different
person on a different place each time, over 32 kept-alive connections: with limits off, and with all of them on, each in a
database of its own. At the end the rows are counted: there must be one for every 303.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import PROGRAM, ROOT, Site, clean_environment  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
SETTINGS = ["--no-sample", "--environment", "development", "--log-level", "error"]
BODY = ("rating=4&body=%EA%B5%AD%EB%AC%BC%EC%9D%B4+%EB%A7%91%EA%B3%A0+%EA%B9%8A%EC%9D%80+%EB%A7%9B%EC%9D%B4+%EB%82%98"
        "%EC%9A%94.+%EB%8B%A4%EC%9D%8C%EC%97%90+%EB%98%90+%EC%98%A4%EA%B3%A0+%EC%8B%B6%EC%96%B4%EC%9A%94.")
SCRIPT = """
local sessions, places = {}, {}
for line in io.lines("%s") do sessions[#sessions + 1] = line end
for line in io.lines("%s") do places[#places + 1] = line end
local count = %d
function request()
    local number = count
    count = count + 1
    local headers = {
        ["Cookie"] = "moeum_session=" .. sessions[number %% #sessions + 1],
        ["Content-Type"] = "application/x-www-form-urlencoded",
        ["Sec-Fetch-Site"] = "same-origin",
    }
    local body = "%s&once=" .. string.format("once%%012d", number)
    local place = places[(number + math.floor(number / #sessions)) %% #places + 1]
    return wrk.format("POST", "/places/" .. place .. "/reviews", headers, body)
end
function response(status)
    if status ~= 303 then io.stderr:write(status, "\\n") end
end
"""


def fill(directory, places, accounts):
    """Sessions of all people, and the places."""
    subprocess.run([PROGRAM, "demo", "--places", str(places), "--accounts", str(accounts), "--reviews", "0",
                    "--data-dir", str(directory)], cwd=ROOT, env=clean_environment(), check=True, capture_output=True)
    tokens = [secrets.token_bytes(32) for _ in range(accounts)]
    now = int(time.time() * 1000)
    with sqlite3.connect(directory / "moeum.sqlite") as database:
        database.executemany(
            "INSERT INTO sessions (id, account_id, token_hash, is_remembered, browser, system, network, created_at, "
            "seen_at, confirmed_at) VALUES (?, ?, ?, 1, 'Firefox', 'Linux', '127.0.0.x', ?, ?, ?)",
            [(number, number, hashlib.sha256(token).hexdigest(), now, now, now)
             for number, token in enumerate(tokens, 1)])
        ids = [row[0] for row in database.execute("SELECT id FROM places WHERE status = 'listed' ORDER BY id")]
    database.close()
    (directory / "sessions").write_text(
        "\n".join(base64.urlsafe_b64encode(token).decode().rstrip("=") for token in tokens))
    (directory / "places").write_text("\n".join(map(str, ids)))


def cpu_seconds(process_id):
    fields = pathlib.Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def post(site, directory, start, options):
    """Posts until the time is over: how many were answered, in how many seconds, CPU seconds of the server."""
    script = directory / "post.lua"
    script.write_text(SCRIPT % (directory / "sessions", directory / "places", start, BODY))
    before = cpu_seconds(site.process.pid)
    answer = subprocess.run(["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "-s", script, site.url],
                            capture_output=True, text=True, check=True)
    used = cpu_seconds(site.process.pid) - before
    if answer.stderr or re.search(r"Non-2xx|Socket errors", answer.stdout):
        raise RuntimeError(f"not every post went through: {answer.stderr[:200]} {answer.stdout}")
    found = re.search(r"(\d+) requests in ([\d.]+)s", answer.stdout)
    return int(found[1]), float(found[2]), used


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--places", type=int, default=20_000)
    parser.add_argument("--accounts", type=int, default=4_000)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    print(f"| {options.connections} connections, FULL | reviews/s | CPU µs a review |\n|---|---:|---:|")
    for limits in ("off", "on"):
        rate, microseconds = measure(limits, options)
        print(f"| over HTTP, limits {limits} | {rate:.0f} | {microseconds:.0f} |")


def measure(limits, options):
    """Reviews a second, and microseconds of the server's processor for each."""
    with tempfile.TemporaryDirectory(prefix="moeum-reviews-") as temporary:
        directory = pathlib.Path(temporary)
        fill(directory, options.places, options.accounts)
        site = Site(directory, *SETTINGS, "--limits", limits)
        try:
            rounds, answered = [], 0
            for _ in range(options.rounds):
                rounds.append(post(site, directory, answered, options))
                answered += rounds[-1][0] + options.connections
        finally:
            site.stop()
        with sqlite3.connect(directory / "moeum.sqlite") as database:
            stored, counted = (database.execute(question).fetchone()[0] for question in
                               ("SELECT COUNT(*) FROM reviews", "SELECT SUM(review_count) FROM places"))
        database.close()
        posted = sum(count for count, _, _ in rounds)
        assert counted == stored >= posted, f"{posted} answered, {stored} stored, {counted} counted"
        count, seconds, used = sorted(rounds, key=lambda one: one[0] / one[1])[len(rounds) // 2]
        return count / seconds, used / count * 1e6


if __name__ == "__main__":
    main()
