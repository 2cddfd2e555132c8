"""CPU per request of some pages, from memory and rendered, against nginx serving one page of 12.7 KB as a static file, in
the same run.

Both servers stand on 127.0.0.1 and get the same load from wrk (one thread, 32 kept-alive connections), in
alternating rounds so that a busy machine harms both alike. CPU per request is utime + stime of the server's
process, from /proc, over the requests wrk counted. Each figure is the median of the rounds. nginx writes no log; the
site does. Exits with 1 where a goal is missed by more than a fifth.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import re
import secrets
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import PROGRAM, ROOT, Site, clean_environment  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
# What a real site runs with: templates are compiled once and nobody looks for edited files.
PRODUCTION = ["--environment", "production", "--base-url", "https://moeum.example",
              "--smtp-url", "smtp://127.0.0.1:25", "--mail-from", "site@moeum.example"]
# What nginx costs where goals are given in microseconds: they hold as multiples of it.
REFERENCE = 16.0
STATIC_BYTES = 12_700
# Multiples of nginx's CPU.
FROM_MEMORY = {name: 2.5 for name in ("stylesheet", "about", "home", "district", "place")}
RENDERED = {"about": 55 / REFERENCE, "home": 250 / REFERENCE, "district": 450 / REFERENCE}
RENDERED_LARGE = {"about": 55 / REFERENCE, "home": 250 / REFERENCE, "district": 1_200 / REFERENCE}
# A KB of a place's page with 20 reviews for somebody with an account, as a multiple of the same: what a server in Rust
# takes for a KB of its own.
MEMBER_KB = 10.6 / REFERENCE
MISSED_BY = 1.2


def cpu_seconds(process_id):
    fields = pathlib.Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


class Nginx:
    """nginx with one worker and keep-alive without end, over one file."""

    def __init__(self, directory, port):
        self.url = f"http://127.0.0.1:{port}/page"
        (directory / "files").mkdir()
        (directory / "files/page").write_bytes(b"x" * STATIC_BYTES)
        configuration = directory / "nginx.conf"
        configuration.write_text(f"""
            worker_processes 1; daemon off; pid {directory}/nginx.pid; error_log stderr error;
            events {{ worker_connections 1024; }}
            http {{
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; keepalive_timeout 600s;
                open_file_cache max=100; default_type text/html;
                client_body_temp_path {directory}/t1; proxy_temp_path {directory}/t2;
                fastcgi_temp_path {directory}/t3; uwsgi_temp_path {directory}/t4; scgi_temp_path {directory}/t5;
                server {{ listen 127.0.0.1:{port} backlog=1024; root {directory}/files; }}
            }}""")
        # As root the worker changes its user, who may not enter the temporary directory.
        user = ["-g", "user root;"] if os.getuid() == 0 else []
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-p", directory, "-c", configuration, *user])
        for _ in range(100):
            children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            if children:
                self.worker = int(children[0])
                return
            time.sleep(0.05)
        raise RuntimeError("nginx did not start")

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


def drive(url, process_id, seconds, headers=()):
    """Requests per second and CPU microseconds per request."""
    arguments = ["wrk", "-t1", "-c32", f"-d{seconds}s"]
    for header in headers:
        arguments += ["-H", header]
    before = cpu_seconds(process_id)
    output = subprocess.run([*arguments, url], capture_output=True, text=True, check=True).stdout
    used = cpu_seconds(process_id) - before
    requests = int(re.search(r"(\d+) requests in", output)[1])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    if failed := re.search(r"(Non-2xx.*|Socket errors.*)", output):
        raise RuntimeError(f"{url}: {failed[1]}")
    return rate, used / requests * 1e6


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pages(site):
    """The addresses that are measured, by their names."""
    restaurant = site.read_json("/districts/mapo?kind=restaurant")["places"][0]["id"]
    stylesheet = re.search(rb'href="(/assets/app-[^"]+css)"', site.request("/")[2])[1].decode()
    return {
        "stylesheet": stylesheet, "about": "/about", "home": "/", "district": "/districts/mapo",
        "place": f"/places/{restaurant}", "search": "/places?q=%EB%83%89%EB%A9%B4", "list": "/places",
        "near": "/places?near=37.5563,126.9236", "photos": "/photos", "suggest": "/places/suggest?q=mapo",
    }


def measure(title, data, nginx, options, goals, settings):
    """Prints a table, and returns whether all goals are met, or nearly."""
    site = Site(data, *PRODUCTION, settings=settings)
    is_met = True
    try:
        print(f"\n{title}\n{'page':<18}{'bytes':>8}{'requests/s':>12}{'CPU µs':>9}{'nginx':>8}{'ratio':>8}{'goal':>8}")
        for encoding, headers in (("", []), ("gzip", ["Accept-Encoding: gzip"])):
            for name, path in pages(site).items():
                ours, theirs = [], []
                drive(site.url + path, site.process.pid, 1, headers)
                for _ in range(options.rounds):
                    ours.append(drive(site.url + path, site.process.pid, options.seconds, headers))
                    theirs.append(drive(nginx.url, nginx.worker, options.seconds))
                rate, cpu = (statistics.median(column) for column in zip(*ours))
                reference = statistics.median(cpu for _, cpu in theirs)
                named = {"Accept_Encoding": "gzip"} if encoding else {}
                size = len(site.request(path.replace("%EB%83%89%EB%A9%B4", "냉면"), **named)[2])
                goal = goals.get(name)
                is_missed = goal is not None and cpu / reference > goal * MISSED_BY
                is_met = is_met and not is_missed
                print(f"{name + ' ' + encoding:<18}{size:>8,}{rate:>12,.0f}{cpu:>9.1f}{reference:>8.1f}"
                      f"{cpu / reference:>7.1f}×{f'{goal:.1f}×' if goal else '':>8}{' missed' if is_missed else ''}",
                      flush=True)
    finally:
        site.stop()
    return is_met


def fill(data, places=100_000, accounts=20_000, reviews=1_000_000):
    """Makes the data of `moeum demo` where there is none."""
    if not (pathlib.Path(data) / "moeum.sqlite").exists():
        subprocess.run([PROGRAM, "demo", "--places", str(places), "--accounts", str(accounts),
                        "--reviews", str(reviews), "--data-dir", data], cwd=ROOT, env=clean_environment(), check=True)


def log_in(data):
    """The field of a request by somebody of the demo, who has a session from now on."""
    token, now = secrets.token_bytes(32), int(time.time() * 1000)
    with sqlite3.connect(pathlib.Path(data) / "moeum.sqlite") as database:
        database.execute(
            "INSERT OR REPLACE INTO sessions (id, account_id, token_hash, is_remembered, browser, system, network, created_at, "
            "seen_at, confirmed_at) VALUES (1000000, 1, ?, 1, 'Firefox', 'Linux', '127.0.0.x', ?, ?, ?)",
            (hashlib.sha256(token).hexdigest(), now, now, now))
        place = database.execute(
            "SELECT id FROM places WHERE status = 'listed' AND review_count > 20 ORDER BY id LIMIT 1").fetchone()[0]
    database.close()
    return f"/places/{place}", "Cookie: __Host-moeum_session=" + base64.urlsafe_b64encode(token).decode().rstrip("=")


def measure_member(data, nginx, options):
    """Prints what a KB of a place's page with 20 reviews costs for a member, whose pages are never kept."""
    path, cookie = log_in(data)
    site = Site(data, *PRODUCTION)
    try:
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(drive(site.url + path, site.process.pid, options.seconds, [cookie])[1])
            theirs.append(drive(nginx.url, nginx.worker, options.seconds)[1])
        size = len(site.request(path, Cookie=cookie.removeprefix("Cookie: "))[2])
        cpu, reference = statistics.median(ours), statistics.median(theirs)
        ratio = cpu / (size / 1000) / reference
        is_missed = ratio > MEMBER_KB * MISSED_BY
        print(f"\na place with 20 reviews, as a member: {size:,} bytes, {cpu:.0f} µs, {cpu / size * 1000:.1f} µs a KB, "
              f"{ratio:.2f}× nginx's page; goal {MEMBER_KB:.2f}×{' missed' if is_missed else ''}")
        return not is_missed
    finally:
        site.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--large", action="store_true", help="100,000 places and 1,000,000 reviews instead of the sample")
    parser.add_argument("--data", help="a data directory that is there already, instead of a temporary one")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="moeum-benchmark-") as temporary:
        directory = pathlib.Path(temporary)
        data = options.data or directory / "data"
        if options.large:
            fill(data)
        nginx = Nginx(directory, free_port())
        try:
            kept = measure("from memory", data, nginx, options, FROM_MEMORY, {})
            goals = RENDERED_LARGE if options.large else RENDERED
            made = measure("rendered (MOEUM_PAGE_CACHE=0)", data, nginx, options, goals, {"MOEUM_PAGE_CACHE": "0"})
            shown = measure_member(data, nginx, options) if options.large or options.data else True
        finally:
            nginx.stop()
    sys.exit(0 if kept and made and shown else 1)


if __name__ == "__main__":
    main()
