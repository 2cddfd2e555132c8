"""Replays a folder of district answers in the shape of Seoul's open API, for trials of `moeum import seoul`.

    python3 Tests/Support/replay_seoul.py FOLDER [PORT]

Each FOLDER/*.json holds {"<Service>": {"list_total_count": N, "row": [...]}}; the address is
http://127.0.0.1:PORT/{KEY}/json/{Service}/{start}/{end}/. Prints the address it listens on.
"""

import http.server
import json
import pathlib
import sys


def load(folder):
    services = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        for name, content in json.loads(path.read_text(encoding="utf-8")).items():
            services[name] = content["row"]
    return services


class Replay(http.server.BaseHTTPRequestHandler):
    services = {}

    def do_GET(self):
        parts = self.path.strip("/").split("/")
        rows = self.services.get(parts[2]) if len(parts) == 5 else None
        if rows is None:
            answer = {"RESULT": {"CODE": "ERROR-310", "MESSAGE": "no such service"}}
        else:
            start, end = int(parts[3]), int(parts[4])
            page = rows[start - 1:end]
            fine = {"CODE": "INFO-000", "MESSAGE": "fine"}
            answer = {parts[2]: {"list_total_count": len(rows), "RESULT": fine, "row": page}}
            if not page:
                answer = {"RESULT": {"CODE": "INFO-200", "MESSAGE": "no data"}}
        body = json.dumps(answer, ensure_ascii=False).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json;charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    Replay.services = load(sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Replay)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
