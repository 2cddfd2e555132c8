"""What people write is shown as they wrote it and never run: stored, or brought along by an address or a form."""

import html
import json
import types
import urllib.parse

import pytest

from hostile import CORPUS, Voice, normal, spoil
from pages import GROUPS
from people import Readers
from server import Site

PARAMETERS = (
    "q sort next after tag from to pick lang state reason assignee target action actor district type kind near radius "
    "bounds rating photos keyword open view list name place place_id with sent days format role filter unvisited page past "
    "find"
).split()
FIELDS = (
    "email nickname password code detail value source name address link body title note tags text reason decision action "
    "phone position into name_ko name_en domain words links role kind rating claim target list visibility rev category "
    "status effect tone once seen next place_id"
).split()
# Beside what pages.py names.
MORE = {
    "admin": ["/admin/reports/{shop_case}", "/admin/reports?state=closed", "/admin/audit?target=place:{restaurant}",
              "/admin/users/{thrown_out}", "/admin/users?state=barred", "/admin/places?q=script",
              "/admin/takedowns?state=objected", "/places/{restaurant}/reviews/new", "/dev/mail"],
    "sanctioned": ["/settings/profile", "/reviews/{blocked}", "/my/reviews"],
    None: ["/places?q=script", "/places/{restaurant}/reviews", "/members/{author}"],
}
# What must not be there, whether it would run by itself or wait for a user.
ODD = """() => {
    const leads = ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href', 'data'];
    const isOdd = e => ['base', 'iframe', 'style', 'object', 'embed'].includes(e.localName) ||
        e.localName === 'script' && !e.src && e.type !== 'application/ld+json' ||
        e.localName === 'meta' && e.httpEquiv ||
        [...e.attributes].some(a => a.name.startsWith('on') || a.name === 'autofocus' && !e.matches('main *') ||
            leads.includes(a.name) && /^[\\s\\0-\\x20]*(javascript|data:text|\\/\\/a)/i.test(a.value));
    return {
        odd: [...document.querySelectorAll('*')].filter(isOdd).map(e => e.outerHTML.slice(0, 200)),
        pwned: window.pwned ?? null,
        refused: window.observed?.refused ?? [],
        data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(e => e.textContent),
        text: document.body?.innerText ?? '',
    };
}"""
# As a form of the page would do it.
SEND = """([action, fields]) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action });
    for (const [name, value] of fields)
        form.append(Object.assign(document.createElement('textarea'), { name, value }));
    document.body.append(form);
    form.submit();
}"""


@pytest.fixture(scope="module")
def spoiled(chromium, tmp_path_factory):
    """A site of its own in which every word is a bad one."""
    site = Site(tmp_path_factory.mktemp("spoiled"), settings={"MOEUM_LIMITS": "off"})
    try:
        readers = Readers(chromium, site)
        yield types.SimpleNamespace(site=site, readers=readers, some=spoil(site, readers))
    finally:
        site.stop()


class Watch:
    """A page of one kind of reader, looked at after each step."""

    def __init__(self, open_page, spoiled, kind):
        state = {} if kind is None else {"storage_state": spoiled.readers.state(kind)}
        url = spoiled.site.url
        self.page, self.dialogs, self.shown = open_page(base_url=url, allowed=(url,), **state), [], ""
        self.page.on("dialog", self.dismiss)

    def dismiss(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def look(self):
        found = self.page.evaluate(ODD)
        where = self.page.url
        assert not self.dialogs and found["pwned"] is None and found["refused"] == [], (where, self.dialogs, found)
        assert found["odd"] == [], (where, found["odd"])
        for data in found["data"]:
            json.loads(data)
        self.shown += normal(found["text"])

    def go(self, path):
        answer = self.page.goto(path)
        assert answer is None or answer.status < 500, path
        self.look()

    def send(self, path, fields):
        with self.page.expect_navigation() as answer:
            self.page.evaluate(SEND, [path, list(fields.items())])
        assert 400 <= answer.value.status < 500, (path, answer.value.status)
        self.look()


def addresses(some):
    """Every page by who sees it."""
    for kind, named in GROUPS.items():
        for path in dict.fromkeys([*named.values(), *MORE.get(kind, ())]):
            yield kind, path.format(**some)


@pytest.mark.parametrize("words", [
    "<script>pwned=1</script>", "<img src=x onerror=pwned=2>", "<svg/onload=alert(3)>", "<a href=javascript:pwned=4>a</a>",
    "<iframe srcdoc='<p>a'></iframe>", "<base href=//a/>", "<style>*{background:url(//a/s)}</style>",
])
def test_the_look_sees_what_would_run(words, chromium, site):
    context = chromium.new_context(base_url=site.url)
    page = context.new_page()
    page.goto("/about")
    assert page.evaluate(ODD)["odd"] == []
    page.evaluate("words => document.querySelector('main').insertAdjacentHTML('beforeend', words)", words)
    assert len(page.evaluate(ODD)["odd"]) == 1
    context.close()


def test_what_is_stored_is_shown_and_not_run(open_page, spoiled):
    watches = {}
    for kind, path in addresses(spoiled.some):
        watch = watches.get(kind) or watches.setdefault(kind, Watch(open_page, spoiled, kind))
        watch.go(path)
    shown = "".join(watch.shown for watch in watches.values())
    # Were they not stored or not shown, nothing could have run.
    assert [words for words in CORPUS if normal(words) not in shown] == []


def test_scripts_put_stored_words_into_the_page_as_words(open_page, spoiled):
    watch = Watch(open_page, spoiled, "keeper")
    page = watch.page
    watch.go("/places")
    page.locator("main input[name=q], header input[name=q]").first.press_sequentially("script", delay=30)
    page.wait_for_selector("[role=option]")
    watch.look()
    watch.go(f"/places/{spoiled.some['pictured']}")
    page.locator("main a[href^='/photos/']").first.click()
    page.wait_for_timeout(300)
    watch.look()
    watch.go("/roulette?from=favourites")
    page.locator("main button[form=roulette] >> visible=true").first.click()
    page.wait_for_load_state("networkidle")
    watch.look()
    assert "pwned" in watch.shown


def test_what_an_address_brings_along_is_not_run(open_page, spoiled):
    voice, watches, seen = iter(CORPUS * 1_000), {}, set()
    for kind, path in addresses(spoiled.some):
        bare = path.split("?")[0]
        if (kind, bare) in seen:
            continue
        seen.add((kind, bare))
        watch = watches.get(kind) or watches.setdefault(kind, Watch(open_page, spoiled, kind))
        watch.go(f"{bare}?{urllib.parse.urlencode([(name, next(voice)) for name in PARAMETERS])}")
    watch = watches[None]
    for words in CORPUS:
        # Where the words are looked for they are said again.
        watch.go(f"/places?{urllib.parse.urlencode({'q': words})}")
    # Where there is no such page, its forms lead back to it.
    watch.go(f"/{urllib.parse.quote(' '.join(CORPUS), safe='')}")
    assert "pwned" in watch.shown
    # Words that found nothing are counted for staff.
    watches["admin"].go("/admin/statistics")


def test_what_a_refused_form_brings_back_is_not_run(open_page, spoiled):
    some, voice = spoiled.some, Voice()
    long = " ".join(CORPUS) * 3
    bad = {name: voice.say(500) for name in FIELDS}
    forms = {
        None: ["/signup", "/login", "/recover", "/recover/code", "/verify/code", "/takedowns"],
        "member": ["/settings/profile", "/settings/email", "/suggestions", f"/places/{some['restaurant']}/reviews",
                   "/lists"],
        "author": [f"/reviews/{some['review']}"],
        "lister": [f"/lists/{some['private_list']}", f"/lists/{some['private_list']}/entries",
                   f"/lists/{some['private_list']}/collaborators", f"/places/{some['pictured']}/lists"],
        "keeper": [f"/favourites/{some['restaurant']}", "/tags/rename"],
        "sanctioned": [f"/appeals/{some['warning']}"],
        "admin": [f"/admin/reports/{some['case']}/actions", f"/admin/reports/{some['case']}/notes", "/admin/reports",
                  f"/admin/reviews/{some['review']}/actions", f"/admin/places/{some['restaurant']}",
                  f"/admin/places/{some['restaurant']}/merge", f"/admin/users/{some['somebody']}/actions",
                  f"/admin/users/{some['somebody']}/role", "/admin/keywords", "/admin/words",
                  f"/admin/keywords/{some['keyword']}"],
    }
    for kind, paths in forms.items():
        watch = Watch(open_page, spoiled, kind)
        for path in paths:
            watch.go("/about")
            watch.send(path, bad | {"body": long, "text": long})
    # With the kind of list, target or place named rightly, what else is wrong is told of the rest.
    watch = Watch(open_page, spoiled, "member")
    watch.go("/about")
    watch.send("/reports", bad | {"target": f"review:{some['review']}"})
    watch.send("/suggestions", bad | {"place_id": str(some["restaurant"]), "kind": "phone"})
    watch.send("/suggestions", bad | {"place_id": "", "kind": "new-bookshop"})
    watch = Watch(open_page, spoiled, "admin")
    watch.go("/about")
    for name in ("words", "links"):
        watch.send("/admin/words", bad | {"list": name})
    watch.go("/admin/settings")
    names = watch.page.locator("main .input").evaluate_all("all => all.map(e => e.name)")
    watch.send("/admin/settings", {name: voice.say(200) for name in names})
    # A browser shows no such day and warns of it, so what came back is read.
    for path, name in ((f"/places/{some['restaurant']}/visits", "on"), ("/admin/reports/{case}/actions", "until")):
        answer = watch.page.request.post(
            path.format(**some), form={name: '"><img src=x>', "action": "suspend", "reason": "spam"},
            headers={"Sec-Fetch-Site": "same-origin", "Accept": "text/html"})
        assert answer.status == 422 and "<img src=x>" not in answer.text() and "&lt;img src=x" in answer.text()


def test_files_and_mails_hold_it_as_what_they_are(spoiled):
    site, readers = spoiled.site, spoiled.readers
    admin = {"Cookie": readers.cookie("admin")}
    status, headers, body = site.request("/admin/audit?format=csv", **admin)
    assert status == 200 and headers["Content-Type"].startswith("text/csv") and b"pwned" in body
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Content-Disposition"].startswith("attachment")
    for path in ("/sitemap.xml", "/robots.txt"):
        assert site.request(path)[1]["X-Content-Type-Options"] == "nosniff"
    for path in ("/admin/audit", "/admin/reports", f"/admin/reports/{spoiled.some['case']}", "/admin/appeals"):
        status, headers, body = site.request(path, Accept="application/json", **admin)
        assert status == 200 and headers["Content-Type"].startswith("application/json") and b"pwned" in body
        assert headers["X-Content-Type-Options"] == "nosniff"
    mails = site.read_json("/dev/mail")["mails"]
    tags = [words for words in CORPUS if "<" in words]
    assert any(html.escape(words, quote=False) in mail["html"] for words in tags for mail in mails)
    assert not [(mail["kind"], words) for mail in mails for words in tags if words in mail["html"]]
