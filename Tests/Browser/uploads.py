"""People who send photos and reviews as a script does, over kept-alive connections."""

import http.client
import json
import pathlib
import struct
import subprocess
import urllib.parse
import zlib

from server import PROGRAM, ROOT, clean_environment

PASSWORD = "조용한-달빛-산책-42"
BOUNDARY = "the-end-of-a-part"


def png(width, height, seed):
    """A picture of gradients that no other seed gives."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    red, green, blue = seed & 255, seed >> 8 & 255, seed >> 16 & 255
    reds = bytes((x + red) & 255 for x in range(width))
    rows = bytearray()
    for y in range(height):
        row = bytearray(3 * width)
        row[0::3] = reds
        row[1::3] = bytes([(y + green) & 255]) * width
        row[2::3] = bytes((x * y // 64 + blue) & 255 for x in range(width))
        rows += b"\0" + row
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def multipart(fields):
    """A body of fields by name, a file where the value is bytes."""
    body = b""
    for name, value in fields:
        is_file = isinstance(value, bytes)
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
        head += '; filename="photo"\r\n\r\n' if is_file else "\r\n\r\n"
        body += head.encode() + (value if is_file else str(value).encode()) + b"\r\n"
    return body + f"--{BOUNDARY}--\r\n".encode()


class Sender:
    """Somebody with an account that may publish, and their connection."""

    def __init__(self, data_directory, name):
        self.email = f"{name}@haneul.example"
        self.cookie = None
        self.connection = None
        subprocess.run(
            [PROGRAM, "admin", "create", "--email", self.email, "--role", "moderator", "--password-stdin",
             "--data-dir", data_directory],
            cwd=ROOT, env=clean_environment(), input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL,
            timeout=60)

    def connect(self, site):
        """Begins anew with a site that was started again."""
        if self.connection is not None:
            self.connection.close()
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(site.url).netloc, timeout=60)
        if self.cookie is None:
            self.cookie = self.logged_in()

    def logged_in(self):
        """The cookies of a new session."""
        fields = urllib.parse.urlencode({"email": self.email, "password": PASSWORD, "remember": "1"})
        answer = self.ask("POST", "/login", fields.encode(), "application/x-www-form-urlencoded", cookie="")
        assert answer[0] == 303, answer
        cookies = [value for name, value in answer[1] if name.lower() == "set-cookie"]
        return "; ".join(cookie.split(";")[0] for cookie in cookies)

    def ask(self, method, path, body=None, type=None, accept="text/html", cookie=None):
        """Status, headers and body of an answer that came whole."""
        headers = {"Accept": accept, "Sec-Fetch-Site": "same-origin"}
        if cookie is None:
            cookie = self.cookie
        if cookie:
            headers["Cookie"] = cookie
        if type:
            headers["Content-Type"] = type
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()

    def send(self, path, fields):
        """Status and model of what a program gets for a form with files."""
        type = f"multipart/form-data; boundary={BOUNDARY}"
        status, _, body = self.ask("POST", path, multipart(fields), type, accept="application/json")
        return status, json.loads(body) if body else None

    def upload(self, picture):
        return self.send("/uploads", [("file", picture)])


def workers_of(site):
    """Processes that the server started, by their ids."""
    children = pathlib.Path(f"/proc/{site.process.pid}/task").glob("*/children")
    return {int(id) for file in children for id in file.read_text().split()}
