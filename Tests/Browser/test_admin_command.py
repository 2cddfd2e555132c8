"""The built command makes staff and helps people in, beside a running server."""

import re
import subprocess
import urllib.parse
import urllib.request

import pytest
from server import PROGRAM, ROOT, Site, clean_environment

PASSWORD = "조용한-달빛-산책-42"


def admin(data_directory, *arguments, stdin=None):
    return subprocess.run([PROGRAM, "admin", *arguments, "--data-dir", data_directory], cwd=ROOT, timeout=60,
                          env=clean_environment(), input=stdin, capture_output=True, text=True)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    directory = tmp_path_factory.mktemp("staffed")
    site = Site(directory, "--no-sample")
    yield site, directory
    site.stop()


def post(site, path, fields):
    """Status and address of the answer to a form, not followed."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    request = urllib.request.Request(
        site.url + path, urllib.parse.urlencode(fields).encode(), {"Sec-Fetch-Site": "same-origin"})
    try:
        answer = urllib.request.build_opener(Stay).open(request, timeout=20)
    except urllib.error.HTTPError as error:
        answer = error
    return answer.status, answer.headers["Location"]


def test_nobody_has_an_account_at_first(running):
    _, directory = running
    said = admin(directory, "list")
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_the_printed_link_works_in_the_running_site(running):
    site, directory = running
    said = admin(directory, "create", "--email", "haru@haneul.example", "--role", "admin", "--base-url", site.url)
    assert said.returncode == 0, said.stderr
    link = re.search(rf"^{site.url}(/recover/[\w-]{{43}})$", said.stdout, re.M)
    assert link, said.stdout
    assert post(site, link[1], {"password": PASSWORD}) == (303, "/login")
    assert post(site, "/login", {"email": "haru@haneul.example", "password": PASSWORD}) == (303, "/")
    assert "haru@haneul.example" not in site.log_path.read_text() + said.stderr
    assert admin(directory, "list").stdout == "admin\tharu@haneul.example\tharu\ttwo-factor off\n"
    assert admin(directory, "revoke-sessions", "--email", "haru@haneul.example").stdout == "1 ended\n"


def test_a_password_comes_in_on_standard_input(running):
    site, directory = running
    arguments = ["create", "--email", "narae@haneul.example", "--role", "moderator", "--password-stdin"]
    said = admin(directory, *arguments, stdin=PASSWORD + "\n")
    assert said.returncode == 0 and "/recover/" not in said.stdout, said.stderr
    assert post(site, "/login", {"email": "narae@haneul.example", "password": PASSWORD}) == (303, "/")
    said = admin(directory, "reset-two-factor", "--email", "narae@haneul.example")
    assert said.stdout == "two-factor was not on; nothing was changed\n"
    link = admin(directory, "reset-password", "--email", "narae@haneul.example").stdout.split()[-1]
    # The server's own address, which the command was not told.
    assert link.startswith(f"http://localhost:{urllib.parse.urlsplit(site.url).port}/recover/")


@pytest.mark.parametrize("arguments, stdin, said", [
    (["create", "--email", "no-address", "--role", "admin"], None, "no-address is no mail address"),
    (["create", "--email", "a@haneul.example", "--role", "king"], None, "king"),
    (["create", "--email", "a@haneul.example", "--role", "admin", "--password-stdin"], "short\n", "fewer than 8"),
    (["create", "--email", "a@haneul.example", "--role", "admin", "--password-stdin"], "", "no password"),
    (["create", "--email", "haru@haneul.example", "--role", "moderator"], None, "the last admin"),
    (["reset-password", "--email", "nobody@haneul.example"], None, "has no account"),
    (["reset-two-factor", "--email", "nobody@haneul.example"], None, "has no account"),
    (["revoke-sessions", "--email", "nobody@haneul.example"], None, "has no account"),
    (["create", "--role", "admin"], None, "--email"),
    (["hide", "--review", "12"], None, "there is no review 12"),
    (["restore", "--photo", "12"], None, "there is no photo 12"),
    (["hide"], None, "either --review or --photo"),
    (["hide", "--review", "1", "--photo", "2"], None, "either --review or --photo"),
    (["hide", "--review", "one"], None, "one"),
])
def test_what_is_wrong_is_said_plainly(running, arguments, stdin, said):
    _, directory = running
    admin(directory, "create", "--email", "haru@haneul.example", "--role", "admin")
    answer = admin(directory, *arguments, stdin=stdin)
    assert answer.returncode != 0 and answer.stdout == ""
    assert said in answer.stderr.splitlines()[0]
    assert not answer.stderr.startswith("Fatal")


def test_help_explains_each():
    for words in ([], ["create"], ["reset-password"], ["reset-two-factor"], ["revoke-sessions"], ["list"], ["hide"],
                  ["restore"]):
        answer = subprocess.run([PROGRAM, "admin", *words, "--help"], capture_output=True, text=True, timeout=30)
        assert answer.returncode == 0 and "OVERVIEW" in answer.stdout
