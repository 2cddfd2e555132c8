"""People with accounts: who they are, what mail they get, and browsers that are theirs."""

import base64
import hashlib
import hmac
import itertools
import re
import sqlite3
import struct
import subprocess
import time

from photographs import picture
from posting import ask, post, read_json, written
from server import PROGRAM, ROOT, clean_environment

NAMES = itertools.count(1)


def totp(secret, at=None):
    """The six digits of an authenticator app (RFC 6238)."""
    key = base64.b32decode(secret.replace(" ", "").upper() + "=" * (-len(secret.replace(" ", "")) % 8))
    step = int((time.time() if at is None else at) // 30)
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    number = struct.unpack(">I", digest[digest[-1] & 15:][:4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


class Letter:
    """One mail as /dev/mail has it."""

    def __init__(self, row):
        self.id, self.kind, self.subject = int(row["id"]), row["kind"], row["subject"]
        self.text, self.html = row["text"], row["html"]

    @property
    def paths(self):
        """The addresses of this site that stand alone on a line, as paths."""
        return [found.group(1) for found in re.finditer(r"^https?://[^/\s]+(/\S*)$", self.text, re.M)]

    @property
    def code(self):
        return re.search(r"\b(\d{6})\b", self.text).group(1)


class Person:
    """Somebody made up."""

    def __init__(self, site, name):
        self.site, self.nickname = site, name
        self.email = f"{name}@haneul.example"
        self.password = "조용한-달빛-산책-42"
        self.read = {}

    @classmethod
    def fresh(cls, site):
        return cls(site, f"garam{next(NAMES)}")

    def letter(self, kind, within=15):
        """The next mail of that kind; each is read once."""
        end = time.monotonic() + within
        while True:
            mine = [row for row in self.site.read_json("/dev/mail")["mails"] if row["to"] == self.email]
            new = [letter for letter in map(Letter, mine) if letter.kind == kind and letter.id > self.read.get(kind, 0)]
            if new:
                self.read[kind] = max(letter.id for letter in new)
                return max(new, key=lambda letter: letter.id)
            assert time.monotonic() < end, f"no {kind} for {self.email}, but {[row['kind'] for row in mine]}"
            time.sleep(0.1)

    def change(self, statement, *values):
        """Changes the account as no page can."""
        with sqlite3.connect(self.site.data_directory / "moeum.sqlite", timeout=20) as database:
            found = database.execute("SELECT id FROM accounts WHERE email = ?", (self.email,)).fetchone()
            database.execute(statement, (*values, found[0]))
        database.close()

    def turn_on_two_factor(self):
        """As if by its page, a while ago."""
        self.secret = base64.b32encode(bytes(range(20))).decode()
        self.change(
            "INSERT INTO two_factor (secret, created_at, enabled_at, account_id) VALUES (?, 1, 1, ?)", self.secret)


def sign_up(page, person):
    # Whoever has seen the form is known again when the mail is followed.
    page.request.get("/signup")
    post(page, "/signup", email=person.email, nickname=person.nickname, password=person.password, agree_terms=1,
         agree_privacy=1)


def log_in(page, person):
    answer = post(page, "/login", email=person.email, password=person.password, remember=1)
    assert answer.url.removeprefix(person.site.url) in ("/", "/login/code"), answer.url


def join(page, person):
    """Gives somebody an account, by what the forms send; the forms themselves are tested in test_accounts.py."""
    sign_up(page, person)
    post(page, person.letter("verify").paths[0])
    log_in(page, person)


class Readers:
    """The cookies of people of each kind. Links of mails that nobody follows wait for `links`."""

    def __init__(self, chromium, site):
        self.chromium, self.site = chromium, site
        self.people, self.states = {}, {}

    def state(self, kind):
        # What owes the code waits for minutes alone.
        if kind not in self.states or kind == "half_in":
            make = getattr(self, f"make_{kind}", None)
            if make is None:
                self.keep(kind, self.join(kind)[1])
            else:
                make()
        # As if just logged in, however long the tests take: some pages ask for the password again after a while.
        self.people[kind].change(
            "UPDATE sessions SET confirmed_at = strftime('%s', 'now') * 1000 WHERE account_id = ?")
        return self.states[kind]

    def page(self, kind):
        """Of somebody who is logged in."""
        self.state(kind)
        return self.open(kind)

    def cookie(self, kind):
        """What a browser of that kind of person says who it is."""
        cookies = [] if kind is None else self.state(kind)["cookies"]
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)

    def links(self):
        self.state("newcomer")
        self.state("member")
        page = self.open("nobody")
        member = self.people["member"]
        page.goto("/recover")
        page.fill("[name=email]", member.email)
        page.click("main form button")
        page.context.close()
        recovery = member.letter("recover")
        return {
            "verify": self.people["newcomer"].letter("verify").paths[0].split("/")[-1],
            "recover": recovery.paths[0].split("/")[-1],
            "letter": recovery.id,
        }

    def reviews(self, place, other):
        """A review that was edited, the address of one that was deleted, and visits."""
        page = self.page("author")
        removed = self.write(page, other, 1, "지울 생각으로 적어 두는 리뷰예요.")
        post(page, f"/reviews/{removed}/delete")
        review = self.write(page, place, 4, "국물이 맑고 깊어서 소금을 거의 안 넣었어요.")
        post(page, f"/reviews/{review}", rating=5, rev=1,
             body="국물이 아주 맑고 깊어서\n소금을 안 넣었어요.\n\n또 갈 거예요.")
        author = read_json(page, f"/reviews/{review}")["review"]["author"]["id"]
        for day in ("2024-02-29", "2024-02-27", "2023-12-31"):
            post(page, f"/places/{place}/visits", on=day)
        entry, trashed = [
            ask(page, "/diary/entries", on="2024-02-29", place_id=place, weather="rain", minute="18:30",
                text=f"{title}\n창가에 김이 서려 있었고, 라디오에서는 옛날 노래가 나왔다.")["next"].split("/")[-1]
            for title in ("비 오는 날의 국물", "지울 글")
        ]
        post(page, f"/diary/entries/{trashed}/delete")
        ask(page, "/diary/entries", on="2024-03-09", weather="thunder",
            text="시장 끝의 작은 가게에서 국수를 먹고 오래 걸어서 돌아온 긴 하루의 기록")
        card = post(page, f"/diary/entries/{entry}/cards", look="frame", date=1, weather=1).url.split("/")[-1]
        link = read_json(page, f"/cards/{card}")["address"].split("/")[-1]
        page.context.close()
        return {"reviewed": place, "review": review, "removed": removed, "author": author, "entry": entry,
                "card": card, "card_link": link}

    def photos(self, place):
        """A review with as many photos as one may have."""
        self.state("photographer")
        page = self.open("photographer")
        page.goto(f"/places/{place}/reviews/new")
        page.set_input_files("#photos", [picture(name) for name in ("red", "green", "blue", "white", "black", "yellow")])
        page.click(".field button[name=act][value=upload]")
        for number, field in enumerate(page.locator("[name=alt]").all(), 1):
            field.fill(written("alt", f"접시 {number}"))
        page.check("[name=rating][value='5']")
        page.fill("#body", written("body", "접시마다 빛깔이 달라서 오래 들여다봤어요."))
        page.click("main button[name=act][value=publish]")
        page.wait_for_url("**/places/*#r*")
        page.context.close()
        review = self.site.read_json(f"/places/{place}")["reviews"][0]
        photo = review["photos"][2]["id"]
        page = self.page("author")
        post(page, f"/photos/{photo}/save", memo="초록 간판. 이런 색으로")
        page.context.close()
        return {"pictured": place, "album": review["id"], "photo": photo}

    def lists(self, *places):
        """Lists of each kind, with these places."""
        page = self.page("lister")
        own, shared, public = [
            ask(page, "/lists", title=title, visibility=visibility, note="국물이 있는 곳만 모았어요.\n우산을 쓰고 걸어요.")
            for title, visibility in (("비 오는 날", "private"), ("우리끼리", "link"), ("서울의 국물", "public"))
        ]
        for place, made in itertools.product(places, (own, shared, public)):
            post(page, f"/lists/{made['id']}/entries", place_id=place)
        post(page, f"/lists/{own['id']}/entries", place_id=places[-1], change=1, note="창가 자리가 좋아요.")
        self.state("keeper")
        post(page, f"/lists/{own['id']}/collaborators", nickname=self.people["keeper"].nickname)
        page.goto(f"/lists/{shared['id']}")
        link = page.get_attribute(".list-link a", "href").split("/")[-1]
        page.context.close()
        return {"private_list": own["id"], "list_link": link, "public_list": public["id"]}

    def favourites(self, place, *others):
        """A place under tags of its own and with a note, and others as a heart keeps them."""
        page = self.page("keeper")
        for other in (*others, place):
            post(page, f"/favourites/{other}")
        post(page, f"/favourites/{place}", tags="지역-공덕역, 종류-국물, 누구와-부모님", note="주차는 뒤편 공영.\n수요일은 쉬어요.")
        page.context.close()

    def write(self, page, place, stars, words):
        """The id of a review."""
        return int(ask(page, f"/places/{place}/reviews", rating=stars, body=words)["id"])

    def open(self, kind):
        context = self.chromium.new_context(
            base_url=self.site.url, locale="ko-KR", storage_state=self.states.get(kind), java_script_enabled=False
        )
        context.set_default_timeout(30_000)
        return context.new_page()

    def keep(self, kind, page):
        self.states[kind] = page.context.storage_state()
        page.context.close()

    def sign_up(self, kind):
        person = self.people[kind] = Person.fresh(self.site)
        page = self.open(kind)
        sign_up(page, person)
        return person, page

    def join(self, kind):
        person = self.people[kind] = Person.fresh(self.site)
        page = self.open(kind)
        join(page, person)
        return person, page

    def make_newcomer(self):
        """Has signed up and not followed the mail yet."""
        _, page = self.sign_up("newcomer")
        self.keep("newcomer", page)

    def make_half_in(self):
        """Has given the password and owes the code."""
        if "half_in" not in self.people:
            person, page = self.join("half_in")
            page.context.close()
            person.turn_on_two_factor()
        page = self.open("nobody")
        log_in(page, self.people["half_in"])
        self.keep("half_in", page)

    def make_admin(self):
        person, page = self.make_staff("admin")
        person.change(
            """
            INSERT INTO outbox (id, message_id, kind, recipient, recipient_key, language, subject, body_text, body_html,
                created_at)
            SELECT value, value || '@haneul.example', 'password-changed', 'garam@haneul.example',
                'garam@haneul.example', 'ko', '비밀번호가 바뀌었어요', '', '', strftime('%s', 'now') * 1000
            FROM json_each('[1, 2]') WHERE ?
            """
        )
        person.change(
            """
            INSERT INTO jobs (kind, key, due_at, attempts, died_at, error)
            SELECT 'mail', value, strftime('%s', 'now') * 1000, 45, strftime('%s', 'now') * 1000,
                '451 4.3.0 <garam@haneul.example> try again later'
            FROM json_each('[1, 2]') WHERE ?
            """
        )
        self.keep("admin", page)

    def make_moderator(self):
        self.keep("moderator", self.make_staff("moderator")[1])

    def make_staff(self, role):
        """Somebody new, logged in with the second factor."""
        person, page = self.join(role)
        subprocess.run(
            [PROGRAM, "admin", "create", "--email", person.email, "--role", role, "--data-dir",
             self.site.data_directory],
            cwd=ROOT, env=clean_environment(), check=True, stdout=subprocess.DEVNULL, timeout=60)
        person.turn_on_two_factor()
        # Whoever is given a role is logged out.
        log_in(page, person)
        post(page, "/login/code", code=totp(person.secret))
        return person, page
