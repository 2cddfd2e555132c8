"""What a person does with an account, a step each; `hand` is how (hands.py), `person` who (people.py)."""

import csv
import io
import json
import re
import time
import zipfile

from people import totp


def said(hand):
    """What the page says about the step before it."""
    return hand.page.locator("main .flash[role=status]").inner_text()


def path(hand):
    return re.sub(r"^https?://[^/]+", "", hand.page.url)


def sign_up(hand, person):
    hand.page.goto("/")
    hand.press("a.tool[href='/login']")
    hand.press("main a[href='/signup']")
    hand.fill("email", person.email)
    hand.fill("nickname", person.nickname)
    hand.fill("password", person.password)
    hand.tick("agree_terms")
    hand.tick("agree_privacy")
    hand.send("/signup")
    assert path(hand) == "/signup/sent"


def verify(hand, person):
    link = person.letter("verify").paths[0]
    hand.page.goto(link)
    hand.send(link)
    assert path(hand) == "/login" and "인증이 끝났어요" in said(hand)


def verify_by_code(hand, code):
    """Where the page waits for the six digits; a right one logs in."""
    hand.page.goto("/signup/sent")
    hand.fill("code", code)
    hand.send("/verify/code")
    assert path(hand) == "/" and "인증이 끝났어요" in said(hand)


def give_password(hand, person, remember=False):
    hand.fill("email", person.email)
    hand.fill("password", person.password)
    if remember:
        hand.tick("remember")
    hand.send("/login")


def log_in(hand, person, to="/", **options):
    hand.page.goto(f"/login?next={to}")
    give_password(hand, person, **options)
    assert path(hand) == to


def is_out(hand):
    hand.page.goto("/settings/export")
    assert path(hand).startswith("/login?next=")


def log_out(hand):
    hand.page.goto("/settings")
    hand.press("main form[action='/logout'] button")
    assert path(hand) == "/" and "로그아웃" in said(hand)
    is_out(hand)


def recover(hand, person, password):
    hand.page.goto("/login")
    hand.press("main a[href='/recover']")
    hand.fill("email", person.email)
    hand.send("/recover")
    assert path(hand) == "/recover/code"
    link = person.letter("recover").paths[0]
    hand.page.goto(link)
    hand.fill("password", password)
    hand.send(link)
    assert path(hand) == "/login" and "바꿨어요" in said(hand)
    person.letter("password-changed")
    person.password = password


def recover_by_code(hand, person, password):
    hand.page.goto("/recover")
    hand.fill("email", person.email)
    hand.send("/recover")
    hand.fill("email", person.email)
    hand.fill("code", person.letter("recover").code)
    hand.send("/recover/code")
    hand.fill("password", password)
    hand.press()
    assert path(hand) == "/login" and "바꿨어요" in said(hand)
    person.password = password


def scan(page):
    """The words in the picture for authenticator apps, as a camera reads them."""
    import cv2
    import numpy

    shot = numpy.frombuffer(page.locator(".qr").screenshot(), numpy.uint8)
    return cv2.QRCodeDetectorAruco().detectAndDecode(cv2.imdecode(shot, cv2.IMREAD_COLOR))[0]


def turn_on_two_factor(hand, person):
    """Returns the app's secret and the ten codes on paper."""
    hand.page.goto("/settings/two-factor")
    if path(hand).startswith("/confirm-password"):
        hand.fill("password", person.password)
        hand.send("/confirm-password")
    secret = hand.page.locator("main .secret").inner_text().replace(" ", "")
    address = scan(hand.page)
    assert address.startswith("otpauth://totp/") and f"secret={secret}&" in address
    hand.fill("code", totp(secret))
    hand.send("/settings/two-factor")
    codes = [item.strip() for item in hand.page.locator(".codes li").all_inner_texts()]
    assert len(set(codes)) == 10
    person.letter("two-factor-on")
    return secret, codes


def log_in_with_app(hand, person, secret):
    hand.page.goto("/login")
    give_password(hand, person)
    assert path(hand) == "/login/code"
    # The code of this half minute may have turned the second factor on, and opens one door only.
    hand.fill("code", totp(secret, time.time() + 30))
    hand.send("/login/code")
    assert path(hand) == "/"


def log_in_with_paper(hand, person, code):
    hand.page.goto("/login")
    give_password(hand, person)
    hand.press("main a[href='/login/code?with=recovery']")
    hand.fill("code", code)
    hand.send("/login/code")
    assert path(hand) == "/"
    person.letter("recovery-code-used")


def log_out_by_menu(hand):
    """From any page."""
    hand.page.goto("/about")
    hand.open("[popovertarget=account-menu]")
    hand.send("/logout")
    is_out(hand)


def change_password(hand, person, password):
    hand.page.goto("/settings/password")
    hand.fill("current", person.password)
    hand.fill("password", password)
    hand.send("/settings/password")
    assert said(hand)
    person.letter("password-changed")
    person.password = password


def change_email(hand, person, address):
    """Returns the way back, from the mail to the old address."""
    hand.page.goto("/settings/email")
    hand.fill("new_email", address)
    hand.fill("password", person.password)
    hand.send("/settings/email")
    old, person.email = person.email, address
    link = person.letter("email-change").paths[0]
    hand.page.goto(link)
    hand.send(link)
    person.email = old
    undo = next(path for path in person.letter("email-changed").paths if "/undo/" in path)
    person.email = address
    return undo


def end_other_session(hand, other):
    hand.page.goto("/settings/sessions")
    ends = "form[action^='/settings/sessions/'][action$='/delete'] button"
    assert hand.page.locator(ends).count() == 1
    hand.press(ends)
    assert path(hand) == "/settings/sessions" and hand.page.locator(ends).count() == 0
    other.goto("/settings/export")
    assert "/login?next=" in other.url


def export(hand, person):
    """Returns the archive, and how many rows each of its parts has."""
    hand.page.goto("/settings/export")
    if hand.page.locator("main [name=password]").count():
        hand.fill("password", person.password)
    hand.send("/settings/export")
    link = "main a[href^='/settings/export/']"
    hand.page.locator(link).wait_for(timeout=30_000)
    person.letter("export-ready", within=30)
    download = hand.download(link)
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


def bring(hand, person, archive):
    """Imports an archive. Returns how many rows of each part came of it."""
    hand.page.goto("/settings/import")
    hand.choose_file("archive", archive)
    hand.send("/settings/import")
    person.letter("import-done", within=30)
    hand.page.goto("/settings/import")
    twin = hand.page.request.get("/settings/import", headers={"Accept": "application/json"}).json()
    job = twin["jobs"][0]
    assert job["state"] == "done"
    assert hand.page.locator("main [data-jobs] li").count() == len(job["counts"])
    return {count["part"]: count["imported"] + count["skipped"] for count in job["counts"]}


def leave(hand, person):
    hand.page.goto("/settings/delete")
    hand.tick("reviews", "delete")
    hand.fill("confirm", "떠날게요")
    hand.fill("password", person.password)
    hand.send("/settings/delete")
    assert path(hand) == "/" and said(hand)
    person.letter("leaving")
    is_out(hand)


def join(hand, person):
    sign_up(hand, person)
    verify(hand, person)
    give_password(hand, person, remember=True)
