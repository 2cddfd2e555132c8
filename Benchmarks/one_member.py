#!/usr/bin/env python3
"""Measures what one member's exports and searches cost everybody else.

    one_member.py http://127.0.0.1:PORT DATA_DIR [--entries 6000] [--words 600]

against a running DEVELOPMENT server on SQLite with MOEUM_LIMITS on. Signs up one member, writes ENTRIES entries of one day
and one title with WORDS words each straight into DATA_DIR/moeum.sqlite, then times other pages alone, beside one Markdown
export, beside twelve parallel searches of 8 words through the diary and beside the same searches for saved photos. Also
says how parallel exports and words beyond eight are answered. Standard library alone.
"""
import argparse, concurrent.futures, http.cookiejar, json, random, re, sqlite3, statistics, threading, time
import urllib.error, urllib.parse, urllib.request

arguments = argparse.ArgumentParser()
arguments.add_argument("site")
arguments.add_argument("data")
arguments.add_argument("--entries", type=int, default=6_000)
arguments.add_argument("--words", type=int, default=600)
given = arguments.parse_args()
site = given.site.rstrip("/")


class Browser:
    def __init__(self):
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), urllib.request.ProxyHandler({}))

    def get(self, path, accept="text/html", fields=None):
        """(status, body, seconds)"""
        headers = {"Accept": accept, "Accept-Language": "en", "User-Agent": "measure"}
        data = None
        if fields is not None:
            data = urllib.parse.urlencode(fields).encode()
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        began = time.monotonic()
        request = urllib.request.Request(site + path, data, headers)
        try:
            with self.opener.open(request, timeout=180) as answer:
                return answer.status, answer.read(), time.monotonic() - began
        except urllib.error.HTTPError as error:
            return error.code, error.read(), time.monotonic() - began


def join():
    member, number = Browser(), random.randrange(10**9)
    email, password = f"m{number}@haneul.example", f"quiet-moon-walk-{number}"
    member.get("/signup")
    status, body, _ = member.get("/signup", fields=dict(
        email=email, nickname=f"m{number}", password=password, agree_terms=1, agree_privacy=1, age14=1, terms=1, privacy=1))
    assert status == 200, (status, body[-600:])
    for _ in range(150):
        mails = json.loads(member.get("/dev/mail", "application/json")[1])["mails"]
        mine = [mail for mail in mails if mail["to"] == email and mail["kind"] == "verify"]
        if mine:
            break
        time.sleep(0.2)
    link = re.search(r"^https?://[^/\s]+(/\S*)$", mine[0]["text"], re.M).group(1)
    member.get(link, fields={})
    member.get("/login", fields=dict(email=email, password=password, remember=1))
    assert member.get("/diary/search")[0] == 200, "not logged in"
    return member, email


def fill(email):
    database = sqlite3.connect(f"{given.data}/moeum.sqlite", timeout=60)
    account = database.execute("SELECT id FROM accounts WHERE email = ?", (email,)).fetchone()[0]
    draw = random.Random(7)
    now, first = int(time.time() * 1000), random.randrange(1 << 40, 1 << 41)
    title = "The same title each day"
    with database:
        for number in range(given.entries):
            # All eight words stand at the end: no word ends the search early.
            words = " ".join(f"{draw.randrange(10**6):06}" for _ in range(given.words))
            text = f"{title}\n{words} one two three four five six seven eight"
            database.execute(
                "INSERT INTO diary_entries (id, account_id, day, place_name, text, title, search_key, initials, weather_source,"
                " once, rev, created_at, edited_at) VALUES (?, ?, '2025-05-05', '', ?, ?, ?, '', 'none', ?, 1, ?, ?)",
                (first + number, account, text, title, text.lower() + "\n", f"m{number}", now, now))
    size = database.execute("SELECT SUM(LENGTH(search_key)) FROM diary_entries WHERE account_id = ?", (account,)).fetchone()[0]
    database.close()
    print(f"{given.entries} entries of one day and title, {size / 1e6:.1f} MB of text to search")


def others(label, work):
    """Times other people's pages while `work` goes on."""
    over, times = threading.Event(), {"read (place list)": [], "file (stylesheet)": [], "no read (login)": []}
    style = re.search(rb'href="(/[^"]+\.css[^"]*)"', Browser().get("/")[1])
    paths = {"read (place list)": lambda: f"/places?q={random.randrange(10**9)}",
             "file (stylesheet)": lambda: style.group(1).decode() if style else "/healthz",
             "no read (login)": lambda: "/login"}

    def watch(name):
        visitor = Browser()
        while not over.is_set():
            status, _, seconds = visitor.get(paths[name]())
            times[name].append((seconds, status))
            over.wait(0.02)

    watchers = [threading.Thread(target=watch, args=(name,)) for name in times]
    for watcher in watchers:
        watcher.start()
    began = time.monotonic()
    said = work()
    took = time.monotonic() - began
    over.set()
    for watcher in watchers:
        watcher.join()
    print(f"\n{label}: {took:.2f} s{'  ' + said if said else ''}")
    for name, found in times.items():
        seconds = sorted(second for second, _ in found)
        bad = sum(status >= 500 for _, status in found)
        print(f"  {name:20} {len(found):5} requests  median {statistics.median(seconds) * 1000:7.1f} ms"
              f"  worst {seconds[-1] * 1000:8.1f} ms  5xx {bad}")


def answers(found):
    statuses = {}
    for status, _, seconds in found:
        statuses.setdefault(status, []).append(seconds)
    return ", ".join(f"{len(times)} × {status} (longest {max(times):.2f} s)" for status, times in sorted(statuses.items()))


def at_once(member, paths):
    with concurrent.futures.ThreadPoolExecutor(len(paths)) as pool:
        return list(pool.map(member.get, paths))


def export(member):
    status, body, seconds = member.get("/diary/export?format=markdown")
    return f"status {status}, {len(body) / 1e6:.1f} MB"


member, email = join()
fill(email)
others("alone for 5 s", lambda: time.sleep(5))
others("beside one Markdown export", lambda: export(member))
others("beside four exports at once", lambda: answers(at_once(member, [
    "/diary/export?format=markdown", "/diary/export?format=json", "/favourites/export", "/diary/export?format=markdown"])))
eight = "one+two+three+four+five+six+seven+eight"
others("beside 12 diary searches at once", lambda: answers(at_once(member, [f"/diary/search?q={eight}"] * 12)))
forty = "+".join(f"{number}" for number in range(10, 37))
others("beside 12 diary searches of 27 words", lambda: answers(at_once(member, [f"/diary/search?q={forty}"] * 12)))
others("beside 12 searches of saved photos", lambda: answers(at_once(member, [f"/saved?q={eight}"] * 12)))
for path in ("/diary/2025-05", "/diary/2025-05?view=list"):
    others(f"beside 12 × {path} (all entries on one page)", lambda: answers(at_once(member, [path] * 12)))
found = [member.get("/diary/search?q=one") for _ in range(70)]
print("\n70 searches one after the other:", answers(found))
