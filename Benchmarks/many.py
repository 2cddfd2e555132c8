"""Many clients and little memory: how soon the server answers, its own memory before and after load, a live client beside
10,000 idle connections, beside 64 that read slowly, and beside eight that ask for the heaviest pages.

The release program in production settings on 127.0.0.1. Memory is the anonymous part of /proc/PID/smaps_rollup: what a
file is mapped to belongs to the kernel. The live client asks for /about every three milliseconds; its p99 is the median
of the rounds. Exits with 1 where a goal is missed by more than a fifth.
"""

import argparse
import contextlib
import pathlib
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from web import MISSED_BY, PRODUCTION, fill

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import Site  # noqa: E402

# Each with a number at its end, so that none is answered from memory.
HEAVY = ["/places?q=%EC%8B%9D%EB%8B%B9&n=", "/places?open=1&n=", "/places?sort=name&open=1&n=", "/?n=",
         "/places?near=37.5563,126.9236&radius=3000&n=", "/districts/gangnam?sort=reviews&n=", "/photos?n=",
         "/places?bounds=37.45,126.85,37.65,127.1&n="]
HEAVY_SCRIPT = """
local paths, count = {%s}, 0
function request()
    count = count + 1
    return wrk.format("GET", paths[count %% #paths + 1] .. count)
end
"""


class Report:
    """Lines of a table, and whether all goals are met."""

    def __init__(self):
        self.is_met = True
        print(f"{'what':<58}{'figure':>12}{'goal':>12}")

    def say(self, what, figure, goal=None, unit="ms"):
        is_missed = goal is not None and figure > goal * MISSED_BY
        self.is_met = self.is_met and not is_missed
        print(f"{what:<58}{f'{figure:.2f} {unit}':>12}{f'{goal:g} {unit}' if goal else '':>12}"
              f"{' missed' if is_missed else ''}", flush=True)


def anonymous_mebibytes(process_id):
    rollup = pathlib.Path(f"/proc/{process_id}/smaps_rollup").read_text()
    return int(re.search(r"^Anonymous:\s+(\d+) kB", rollup, re.M)[1]) / 1024


def p99(site, seconds, rounds):
    """Milliseconds within which 99 of 100 answers came to a live client, who asks every three milliseconds."""
    request = b"GET /about HTTP/1.1\r\nHost: moeum.example\r\n\r\n"
    found = []
    for _ in range(rounds):
        waits = []
        with contextlib.closing(connect(int(site.url.rsplit(":", 1)[1]))) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            end = time.monotonic() + seconds
            while (began := time.monotonic()) < end:
                connection.sendall(request)
                answer = connection.recv(65_536)
                while not answer.endswith(b"</html>\n"):
                    answer += connection.recv(65_536)
                waits.append(time.monotonic() - began)
                time.sleep(0.003)
        found.append(sorted(waits)[len(waits) * 99 // 100] * 1000)
    return statistics.median(found)


@contextlib.contextmanager
def load(site, directory, connections, seconds):
    script = directory / "heavy.lua"
    script.write_text(HEAVY_SCRIPT % ", ".join(f'"{path}"' for path in HEAVY))
    process = subprocess.Popen(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", script,
                                site.url], stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()


def connect(port, buffer=None):
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.connect(("127.0.0.1", port))
    return connection


def idle(port, count):
    """Connections that were answered once and stay open."""
    request = b"GET /about HTTP/1.1\r\nHost: moeum.example\r\n\r\n"
    connections = []
    for _ in range(count):
        connection = connect(port)
        connection.sendall(request)
        answer = b""
        while b"</html>" not in answer:
            answer += connection.recv(65_536)
        connections.append(connection)
    return connections


def slow(port, count):
    """Clients that asked for a large page four times, and read nothing of it."""
    connections = []
    for _ in range(count):
        connection = connect(port, buffer=4_096)
        connection.sendall(b"GET /sitemap.xml HTTP/1.1\r\nHost: moeum.example\r\n\r\n" * 4)
        connections.append(connection)
    return connections


def start(data, settings):
    """The site, and the milliseconds until its first page."""
    began = time.monotonic()
    site = Site(data, *PRODUCTION, settings=settings)
    urllib.request.urlopen(site.url + "/", timeout=20).read()
    return site, (time.monotonic() - began) * 1000


def measure(data, directory, options, report):
    settings = {"MOEUM_MAX_CONNECTIONS": str(options.idle + 200), "MOEUM_LOG_LEVEL": "error"}
    starts = []
    for _ in range(options.rounds):
        site, milliseconds = start(data, settings)
        starts.append(milliseconds)
        site.stop()
    report.say("start to first page", statistics.median(starts), 500)
    site, _ = start(data, settings)
    process, port = site.process.pid, int(site.url.rsplit(":", 1)[1])
    try:
        report.say("memory of its own, idle", anonymous_mebibytes(process), 30, "MiB")
        alone = p99(site, options.seconds, options.rounds)
        report.say("p99 of a live client, alone", alone)

        connections = idle(port, options.idle)
        report.say(f"memory of its own, {options.idle:,} idle connections", anonymous_mebibytes(process), 150, "MiB")
        report.say(f"p99 beside {options.idle:,} idle connections", p99(site, options.seconds, options.rounds), 50)
        for connection in connections:
            connection.close()

        connections = slow(port, 64)
        report.say("p99 beside 64 slow readers of large pages", p99(site, options.seconds, options.rounds), 50)
        for connection in connections:
            connection.close()

        with load(site, directory, 8, (options.seconds + 2) * options.rounds):
            time.sleep(1)
            report.say("p99 beside eight that ask for the heaviest pages", p99(site, options.seconds, options.rounds),
                       alone * 3)

        for number in range(options.minutes):
            with load(site, directory, 32, 60) as heavy:
                heavy.wait()
            print(f"  after {number + 1} min of load: {anonymous_mebibytes(process):.1f} MiB", flush=True)
        report.say(f"memory of its own after {options.minutes} min of load", anonymous_mebibytes(process), 120, "MiB")
    finally:
        site.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--minutes", type=int, default=1, help="of load before memory is read again")
    parser.add_argument("--idle", type=int, default=10_000, help="how many idle connections")
    parser.add_argument("--large", action="store_true", help="100,000 places and 1,000,000 reviews instead of the sample")
    parser.add_argument("--data", help="a data directory that is there already, instead of a temporary one")
    options = parser.parse_args()
    needed = options.idle + 500
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if allowed < needed:
        sys.exit(f"needs {needed} open files and may have {allowed}: see ulimit -n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, allowed))
    with tempfile.TemporaryDirectory(prefix="moeum-benchmark-") as temporary:
        directory = pathlib.Path(temporary)
        data = options.data or directory / "data"
        if options.large:
            fill(data)
        report = Report()
        measure(data, directory, options, report)
    sys.exit(0 if report.is_met else 1)


if __name__ == "__main__":
    main()
