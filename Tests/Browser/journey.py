"""What a person does with an account, a step each; `user` is how (users.py), `person` who (people.py)."""

import csv
import io
import json
import re
import time
import zipfile

from people import totp


def said(user):
    """What the page says about the step before it."""
    return user.page.locator("main .flash[role=status]").inner_text()


def path(user):
    return re.sub(r"^https?://[^/]+", "", user.page.url)


def sign_up(user, person):
    user.page.goto("/")
    user.press("a.tool[href='/login']")
    user.press("main a[href='/signup']")
    user.fill("email", person.email)
    user.fill("nickname", person.nickname)
    user.fill("password", person.password)
    user.tick("agree_terms")
    user.tick("agree_privacy")
    user.send("/signup")
    assert path(user) == "/signup/sent"


def verify(user, person):
    link = person.letter("verify").paths[0]
    user.page.goto(link)
    user.send(link)
    assert path(user) == "/login" and "인증이 끝났어요" in said(user)


def verify_by_code(user, code):
    """Where the page waits for the six digits; a right one logs in."""
    user.page.goto("/signup/sent")
    user.fill("code", code)
    user.send("/verify/code")
    assert path(user) == "/" and "인증이 끝났어요" in said(user)


def give_password(user, person, remember=False):
    user.fill("email", person.email)
    user.fill("password", person.password)
    if remember:
        user.tick("remember")
    user.send("/login")


def log_in(user, person, to="/", **options):
    user.page.goto(f"/login?next={to}")
    give_password(user, person, **options)
    assert path(user) == to


def is_out(user):
    user.page.goto("/settings/export")
    assert path(user).startswith("/login?next=")


def log_out(user):
    user.page.goto("/settings")
    user.press("main form[action='/logout'] button")
    assert path(user) == "/" and "로그아웃" in said(user)
    is_out(user)


def recover(user, person, password):
    user.page.goto("/login")
    user.press("main a[href='/recover']")
    user.fill("email", person.email)
    user.send("/recover")
    assert path(user) == "/recover/code"
    link = person.letter("recover").paths[0]
    user.page.goto(link)
    user.fill("password", password)
    user.send(link)
    assert path(user) == "/login" and "바꿨어요" in said(user)
    person.letter("password-changed")
    person.password = password


def recover_by_code(user, person, password):
    user.page.goto("/recover")
    user.fill("email", person.email)
    user.send("/recover")
    user.fill("email", person.email)
    user.fill("code", person.letter("recover").code)
    user.send("/recover/code")
    user.fill("password", password)
    user.press()
    assert path(user) == "/login" and "바꿨어요" in said(user)
    person.password = password


def scan(page):
    """The words in the picture for authenticator apps, as a camera reads them."""
    import cv2
    import numpy

    shot = numpy.frombuffer(page.locator(".qr").screenshot(), numpy.uint8)
    return cv2.QRCodeDetectorAruco().detectAndDecode(cv2.imdecode(shot, cv2.IMREAD_COLOR))[0]


def turn_on_two_factor(user, person):
    """Returns the app's secret and the ten codes on paper."""
    user.page.goto("/settings/two-factor")
    if path(user).startswith("/confirm-password"):
        user.fill("password", person.password)
        user.send("/confirm-password")
    secret = user.page.locator("main .secret").inner_text().replace(" ", "")
    address = scan(user.page)
    assert address.startswith("otpauth://totp/") and f"secret={secret}&" in address
    user.fill("code", totp(secret))
    user.send("/settings/two-factor")
    codes = [item.strip() for item in user.page.locator(".codes li").all_inner_texts()]
    assert len(set(codes)) == 10
    person.letter("two-factor-on")
    return secret, codes


def log_in_with_app(user, person, secret):
    user.page.goto("/login")
    give_password(user, person)
    assert path(user) == "/login/code"
    # The code of this half minute may have turned the second factor on, and opens one door only.
    user.fill("code", totp(secret, time.time() + 30))
    user.send("/login/code")
    assert path(user) == "/"


def log_in_with_paper(user, person, code):
    user.page.goto("/login")
    give_password(user, person)
    user.press("main a[href='/login/code?with=recovery']")
    user.fill("code", code)
    user.send("/login/code")
    assert path(user) == "/"
    person.letter("recovery-code-used")


def log_out_by_menu(user):
    """From any page."""
    user.page.goto("/about")
    user.open("[popovertarget=account-menu]")
    user.send("/logout")
    is_out(user)


def change_password(user, person, password):
    user.page.goto("/settings/password")
    user.fill("current", person.password)
    user.fill("password", password)
    user.send("/settings/password")
    assert said(user)
    person.letter("password-changed")
    person.password = password


def change_email(user, person, address):
    """Returns the way back, from the mail to the old address."""
    user.page.goto("/settings/email")
    user.fill("new_email", address)
    user.fill("password", person.password)
    user.send("/settings/email")
    old, person.email = person.email, address
    link = person.letter("email-change").paths[0]
    user.page.goto(link)
    user.send(link)
    person.email = old
    undo = next(path for path in person.letter("email-changed").paths if "/undo/" in path)
    person.email = address
    return undo


def end_other_session(user, other):
    user.page.goto("/settings/sessions")
    ends = "form[action^='/settings/sessions/'][action$='/delete'] button"
    assert user.page.locator(ends).count() == 1
    user.press(ends)
    assert path(user) == "/settings/sessions" and user.page.locator(ends).count() == 0
    other.goto("/settings/export")
    assert "/login?next=" in other.url


def export(user, person):
    """Returns the archive, and how many rows each of its parts has."""
    user.page.goto("/settings/export")
    if user.page.locator("main [name=password]").count():
        user.fill("password", person.password)
    user.send("/settings/export")
    link = "main a[href^='/settings/export/']"
    user.page.locator(link).wait_for(timeout=30_000)
    person.letter("export-ready", within=30)
    download = user.download(link)
    with open(download.path(), "rb") as file:
        data = file.read()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    parts = {name.removesuffix(".csv") for name in files if name.endswith(".csv")}
    rows = {part: json.loads(files[f"{part}.json"]) for part in parts}
    for part in parts:
        table = csv.DictReader(io.StringIO(files[f"{part}.csv"].decode("utf-8-sig"), newline=""))
        assert len(list(table)) == len(rows[part]), part
    assert [row["email"] for row in rows["profile"]] == [person.email]
    return data, {part: len(found) for part, found in rows.items()}


def bring(user, person, archive):
    """Imports an archive. Returns how many rows of each part came of it."""
    user.page.goto("/settings/import")
    user.choose_file("archive", archive)
    user.send("/settings/import")
    person.letter("import-done", within=30)
    user.page.goto("/settings/import")
    answer = user.page.request.get("/settings/import", headers={"Accept": "application/json"}).json()
    job = answer["jobs"][0]
    assert job["state"] == "done"
    # A line for each part of which something came, and none for the others.
    assert 0 < user.page.locator("main [data-jobs] li").count() <= len(job["counts"])
    return {count["part"]: count["imported"] + count["skipped"] for count in job["counts"]}


def leave(user, person):
    user.page.goto("/settings/delete")
    user.tick("reviews", "delete")
    user.fill("confirm", "떠날게요")
    user.fill("password", person.password)
    user.send("/settings/delete")
    assert path(user) == "/" and said(user)
    person.letter("leaving")
    is_out(user)


def join(user, person):
    sign_up(user, person)
    verify(user, person)
    give_password(user, person, remember=True)
