"""A person sets up two-factor with the picture alone, as an authenticator app reads it, and logs in with it."""

import base64
import hashlib
import hmac
import re
import struct
import subprocess
import time
import urllib.parse

import cv2
import numpy
import pytest
from axe_playwright_python.sync_playwright import Axe
from looks import STILL
from server import PROGRAM, ROOT, Site, clean_environment

PASSWORD = "조용한-달빛-산책-42"
EMAIL = "haru@haneul.example"


def totp(secret, offset=0):
    """RFC 6238 written anew: six digits of now, or so many steps away."""
    counter = struct.pack(">Q", int(time.time()) // 30 + offset)
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def scan(page):
    """What a camera makes of the picture on the screen."""
    picture = cv2.imdecode(numpy.frombuffer(page.locator(".qr").screenshot(), numpy.uint8), cv2.IMREAD_COLOR)
    return cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0]


@pytest.fixture(scope="module")
def staffed(tmp_path_factory):
    """A site with an admin who has not set up anything yet."""
    directory = tmp_path_factory.mktemp("staffed")
    site = Site(directory, "--no-sample")
    subprocess.run(
        [PROGRAM, "admin", "create", "--email", EMAIL, "--role", "admin", "--password-stdin", "--data-dir", directory],
        cwd=ROOT, env=clean_environment(), input=PASSWORD + "\n", text=True, check=True, timeout=60)
    yield site
    site.stop()


def log_in(page):
    page.goto("/login")
    page.fill("#email", EMAIL)
    page.fill("#password", PASSWORD)
    page.click("main form button:not([type=button])")


def check(page):
    """Nothing for axe to find, in both themes, and nothing that a narrow phone must scroll sideways for."""
    for theme in ("light", "dark"):
        page.evaluate(STILL)
        page.emulate_media(color_scheme=theme)
        violations = Axe().run(page).response["violations"]
        assert not violations, [(item["id"], [node["html"][:160] for node in item["nodes"][:4]]) for item in violations]
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size(size)


def test_from_the_picture_to_the_last_recovery_code(staffed, open_page):
    page = open_page(base_url=staffed.url, allowed=(staffed.url,), bypass_csp=True)
    log_in(page)
    page.goto("/admin")
    page.wait_for_url("**/settings/two-factor")
    check(page)
    address = urllib.parse.urlsplit(scan(page))
    parts = urllib.parse.parse_qs(address.query)
    assert (address.scheme, address.netloc) == ("otpauth", "totp")
    assert urllib.parse.unquote(address.path) == f"/모음:{EMAIL}"
    assert (parts["issuer"], parts["digits"], parts["period"]) == (["모음"], ["6"], ["30"])
    secret = parts["secret"][0]
    assert page.locator(".secret").inner_text().replace(" ", "") == secret
    assert page.locator(".qr svg title").text_content()
    assert page.locator("#code").get_attribute("autocomplete") == "one-time-code"

    page.fill("#code", "000000" if totp(secret) != "000000" else "000001")
    page.keyboard.press("Enter")
    page.wait_for_selector("#code-error")
    check(page)
    page.fill("#code", totp(secret))
    page.keyboard.press("Enter")
    page.wait_for_selector(".codes")
    codes = page.locator(".codes li").all_inner_texts()
    assert len(set(codes)) == 10
    check(page)
    with page.expect_download() as download:
        page.click("button[data-codes=download]")
    assert open(download.value.path()).read().split() == codes
    page.goto("/admin/words")
    check(page)
    # A field for several lines, in which Enter begins the next.
    page.fill("#domain", "weg.example")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("weg.example").first.wait_for()
    check(page)
    page.goto("/admin")
    check(page)

    other = open_page(base_url=staffed.url, allowed=(staffed.url,), bypass_csp=True)
    log_in(other)
    other.wait_for_url("**/login/code")
    check(other)
    other.fill("#code", totp(secret, 1))
    other.keyboard.press("Enter")
    other.wait_for_url(re.compile(r"[^/]/$"))

    third = open_page(base_url=staffed.url, allowed=(staffed.url,), java_script_enabled=False)
    log_in(third)
    third.click("a[href*='with=recovery']")
    third.fill("#code", codes[0])
    third.keyboard.press("Enter")
    third.wait_for_url(re.compile(r"[^/]/$"))
    third.goto("/settings/two-factor?lang=en")
    assert third.get_by_text("9 recovery codes left").is_visible()

    said = subprocess.run(
        [PROGRAM, "admin", "reset-two-factor", "--email", EMAIL, "--data-dir", staffed.data_directory, "--base-url", staffed.url],
        cwd=ROOT, env=clean_environment(), text=True, check=True, timeout=60, capture_output=True).stdout
    third.goto("/settings")
    assert "/login" in third.url
    third.goto(re.search(r"http\S+/recover/\S+", said)[0])
    third.fill("#password", PASSWORD + "!")
    third.keyboard.press("Enter")
    third.wait_for_url("**/login")
