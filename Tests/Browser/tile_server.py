"""A made-up tile server on loopback: every tile is one plain grey square, or missing."""

import http.server
import re
import struct
import threading
import zlib


def plain_png(size=256, grey=226):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + bytes([grey]) * size) * size
    header = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class TileServer:
    def __init__(self):
        self.asked, self.is_down = [], False
        owner, picture = self, plain_png()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                owner.asked.append(self.path)
                is_tile = re.fullmatch(r"/tiles/\d+/\d+/\d+\.png", self.path) and not owner.is_down
                body = picture if is_tile else b""
                self.send_response(200 if is_tile else 404)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.address = self.origin + "/tiles/{z}/{x}/{y}.png"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
