"""A hidden photo is hidden behind a cache too: nginx in front of the site, keeping whatever it may."""

import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

import moderating
from photographs import noise
from posting import read_json


@pytest.fixture(scope="module")
def cached(site, tmp_path_factory):
    """The address of a shared cache in front of the site."""
    folder = tmp_path_factory.mktemp("nginx")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    user = "user root;" if os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"""
        {user} worker_processes 1; daemon off; pid {folder}/pid; error_log stderr error;
        events {{ }}
        http {{
            access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            proxy_cache_path {folder}/cache keys_zone=photos:1m;
            server {{
                listen 127.0.0.1:{port};
                location / {{
                    proxy_pass {site.url}; proxy_set_header Host {site.url.removeprefix("http://")};
                    proxy_cache photos; add_header X-Cache $upstream_cache_status always;
                }}
            }}
        }}""")
    process = subprocess.Popen(["/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf"])
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except ConnectionRefusedError:
            time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait()


def fetch(address):
    """Status and what the cache says of it."""
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            answer.read()
            return answer.status, answer.headers["X-Cache"]
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers["X-Cache"]


def test_a_hidden_photo_is_gone_from_a_cache_in_front(cached, site, readers, untouched):
    writer, admin = readers.page("photograph_sender"), readers.page("admin")
    place = untouched.fresh()
    answer = writer.request.post(
        f"/places/{place}/reviews", headers={"Sec-Fetch-Site": "same-origin", "Accept": "application/json"},
        multipart={"rating": "4", "body": moderating.WORDS, "photos[]": noise(400, 300)})
    assert answer.ok, answer.text()
    review = answer.json()["id"]
    paths = set(re.findall(r"/media/[0-9a-f]{32}-\d+\.\w+", writer.request.get(f"/reviews/{review}").text()))
    assert paths
    # The cache does keep what may be kept.
    stylesheet = re.search(r"/assets/app-[0-9a-f]+\.css", writer.request.get("/").text()).group()
    assert [fetch(cached + stylesheet) for _ in range(2)] == [(200, "MISS"), (200, "HIT")]
    for path in paths:
        assert [fetch(cached + path)[0] for _ in range(2)] == [200, 200], path
    photo = read_json(writer, f"/places/{place}/photos")["photos"][0]["id"]
    moderating.post(admin, f"/admin/photos/{photo}/actions", action="hide", reason="copyright")
    for path in paths:
        assert fetch(cached + path)[0] == 404, path
    moderating.post(admin, f"/admin/photos/{photo}/actions", action="restore")
    for path in paths:
        assert fetch(cached + path)[0] == 200, path
    for page in (writer, admin):
        page.context.close()
