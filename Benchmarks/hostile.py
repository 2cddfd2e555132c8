"""CPU that anonymous requests take which are made to be slow, beside one for a page: the release build, rate limits off.

Goal: what a stranger sends costs in proportion to its bytes, however it is cut or composed.
"""

import os
import pathlib
import socket
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import Site  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
MARKS = "가".encode() + "\u0301\u0323".encode() * 3_500
ROUNDS = 40


def chunked(body):
    return b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"


def form(body):
    """A form with files in chunks of one byte each."""
    return (b"POST /places/1/reviews HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n"
            b"Transfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n" + chunked(body))


def page(field=b""):
    return b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + field + b"\r\n"


REQUESTS = {
    "a page": page(),
    "8 KB of a form's head, byte by byte: letters": form(b"--x\r\nX: " + b"y" * 8_000),
    "the same: ends of line": form(b"--x\r\nX: " + b"\r" * 8_000),
    "7,000 marks upon a letter, as a cookie's name": page(b"Cookie: " + MARKS + b"=1\r\n"),
    "the same in Accept-Language": page(b"Accept-Language: " + MARKS + b"\r\n"),
}


def cpu(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def send(port, request):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    return answer.split(b" ", 2)[1].decode()


def main():
    with tempfile.TemporaryDirectory() as folder:
        site = Site(folder, "--limits", "off", "--log-level", "error")
        try:
            port = int(site.url.rsplit(":", 1)[1])
            for name, request in REQUESTS.items():
                send(port, request)
                start = cpu(site.process.pid)
                for _ in range(ROUNDS):
                    status = send(port, request)
                spent = (cpu(site.process.pid) - start) / ROUNDS
                print(f"{name:<48}{status:>5}{spent * 1_000:9.1f} ms CPU", flush=True)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
