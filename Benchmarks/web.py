"""CPU and throughput of some pages against nginx serving the very same bytes as a static file, in the same run.

Both servers stand on 127.0.0.1 and get the same load from wrk (one thread, 32 kept-alive connections), in
alternating rounds so that a busy machine harms both alike. CPU per request is utime + stime of the server's
process, from /proc, over the requests wrk counted. Each figure is the median of the rounds.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import Site  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
# What a real site runs with: templates are compiled once and nobody looks for edited files.
PRODUCTION = ["--environment", "production", "--base-url", "https://moeum.example",
              "--smtp-url", "smtp://127.0.0.1:25", "--mail-from", "site@moeum.example"]


def cpu_seconds(process_id):
    fields = pathlib.Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


class Nginx:
    """nginx with one worker and keep-alive without end, over the files of one directory; like us, it logs requests."""

    def __init__(self, directory, port):
        self.url = f"http://127.0.0.1:{port}"
        configuration = directory / "nginx.conf"
        configuration.write_text(f"""
            worker_processes 1; daemon off; pid {directory}/nginx.pid; error_log stderr error;
            events {{ worker_connections 1024; }}
            http {{
                access_log {directory}/access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000000; keepalive_timeout 600s;
                open_file_cache max=100; default_type text/html; gzip_static on;
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


def drive(url, process_id, seconds, headers):
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="moeum-benchmark-") as temporary:
        directory = pathlib.Path(temporary)
        site = Site(directory / "data", *PRODUCTION)
        nginx = None
        try:
            restaurant = site.read_json("/districts/mapo?kind=restaurant")["places"][0]["id"]
            pages = {
                "about": "/about",
                "home": "/",
                "district": "/districts/mapo",
                "place": f"/places/{restaurant}",
                "search": "/places?q=%EB%83%89%EB%A9%B4",
                "list": "/places",
                "near": "/places?near=37.5563,126.9236",
                "suggest": "/places/suggest?q=mapo",
            }
            (directory / "files").mkdir()
            for name, path in pages.items():
                (directory / "files" / name).write_bytes(site.request(path.replace("%EB%83%89%EB%A9%B4", "냉면"))[2])
                status, headers, body = site.request(
                    path.replace("%EB%83%89%EB%A9%B4", "냉면"), Accept_Encoding="gzip")
                # Suggestions are too short for it.
                if name != "suggest":
                    assert headers["Content-Encoding"] == "gzip", f"{path} is not compressed"
                    (directory / "files" / f"{name}.gz").write_bytes(body)
            nginx = Nginx(directory, free_port())
            print(f"{'page':<16}{'bytes':>8}{'requests/s':>12}{'nginx':>10}{'ratio':>8}"
                  f"{'CPU µs':>10}{'nginx':>8}{'ratio':>8}")
            for encoding, headers in (("", []), ("gzip", ["Accept-Encoding: gzip"])):
                for name, path in pages.items():
                    if encoding and not (directory / "files" / f"{name}.gz").exists():
                        continue
                    measure(name, encoding, path, headers, site, nginx, directory, options)
        finally:
            if nginx:
                nginx.stop()
            site.stop()


def measure(name, encoding, path, headers, site, nginx, directory, options):
    ours, theirs = [], []
    drive(site.url + path, site.process.pid, 1, headers)
    drive(f"{nginx.url}/{name}", nginx.worker, 1, headers)
    for _ in range(options.rounds):
        ours.append(drive(site.url + path, site.process.pid, options.seconds, headers))
        theirs.append(drive(f"{nginx.url}/{name}", nginx.worker, options.seconds, headers))
    rate, cpu = (statistics.median(column) for column in zip(*ours))
    nginx_rate, nginx_cpu = (statistics.median(column) for column in zip(*theirs))
    size = (directory / "files" / (f"{name}.gz" if encoding else name)).stat().st_size
    print(f"{name + ' ' + encoding:<16}{size:>8,}{rate:>12,.0f}{nginx_rate:>10,.0f}{nginx_rate / rate:>7.1f}×"
          f"{cpu:>10.0f}{nginx_cpu:>8.1f}{cpu / nginx_cpu:>7.1f}×", flush=True)


main()
