"""A report on its way: reported, decided, appealed against and overturned, by each way to use the site."""

import pytest
from playwright.sync_api import expect

import moderating
from users import Keyboard, Pointer
from journey import path, said
from looks import TOO_WIDE, violations

PHONE = {"width": 390, "height": 844}
DETAIL = "다른 손님을 나쁘게 말해요."
REASON = "다른 손님을 낮추어 부르는 말이 있어요."
ANSWER = "다시 읽어 보니 규칙에 어긋나지 않아요."


class Team:
    """Pages of several people, each used in one way."""

    def __init__(self, way, open_page, readers):
        self.way, self.open_page, self.readers = way, open_page, readers

    def user(self, reader):
        options = {"viewport": PHONE, "bypass_csp": True} if self.way == "keyboard" else {"java_script_enabled": False}
        page = self.open_page(reader=reader, reduced_motion="reduce", **options)
        return Keyboard(page) if self.way == "keyboard" else Pointer(page)

    def person(self, reader):
        return self.readers.people[reader]

    def look(self, user):
        """What must hold on each page on the way. Scripts look for it."""
        if self.way != "keyboard":
            return
        page = user.page
        assert violations(page) == [], path(user)
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate(TOO_WIDE) == [], path(user)
        page.set_viewport_size(PHONE)


@pytest.fixture(params=["keyboard", "no scripts"])
def team(request, open_page, readers):
    return Team(request.param, open_page, readers)


def answers(site, person):
    """The mails that say what became of somebody's reports."""
    return [mail for mail in site.read_json("/dev/mail")["mails"]
            if mail["to"] == person.email and mail["kind"] in ("report-acted", "report-approved")]


def test_a_report_is_decided_appealed_against_and_overturned(team, readers, untouched, site):
    # Where there is one alone, they decide on what they did themselves.
    for kind in ("moderator", "admin"):
        readers.state(kind)
    place = untouched.fresh()
    # Unlike any other, to be found again in a list of many.
    words = f"{moderating.WORDS} {place}"
    writing = readers.page("criticised")
    review = moderating.write(writing, place, words)
    writing.context.close()
    own = f"/reviews/{review}"

    # Somebody reports it, from where it stands.
    user = team.user("teller")
    sent = len(answers(site, team.person("teller")))
    user.page.goto(f"/places/{place}")
    user.press(f"#r{review} a[href^='/reports/new']")
    team.look(user)
    user.tick("reason", "abuse")
    user.fill("detail", DETAIL)
    user.send("/reports")
    assert path(user) == f"/places/{place}#r{review}" and "신고" not in said(user) and said(user)

    # Somebody of the staff finds it, takes it, hides it and closes the case.
    user = team.user("moderator")
    user.page.goto("/admin")
    user.press("main a[href='/admin/reports'] >> visible=true")
    team.look(user)
    row = f"[data-row]:has-text('{place}')"
    user.press(f"{row} [data-open]")
    case = path(user)
    assert words in user.page.locator("main").inner_text() and DETAIL in user.page.locator("main").inner_text()
    team.look(user)
    user.press("main button[name=action][value=take]")
    user.part = "#act"
    user.tick("action", "hide")
    user.tick("reason", "abuse")
    user.fill("note", REASON)
    user.press("#act form button")
    assert path(user) == case and said(user)
    team.look(user)
    assert site.read_json(f"/places/{place}")["reviews"] == []
    assert site.request(own)[0] in (404, 410)
    user.tick("action", "close")
    user.press("#act form button")
    assert path(user) == case and not user.page.locator("#act form").count()
    user.page.goto("/admin/reports?state=closed")
    assert user.page.locator(row).count() == 1
    team.look(user)

    # Who reported hears of it, without what became of the other.
    answer = team.person("teller").letter("report-acted")
    assert REASON not in answer.text and len(answers(site, team.person("teller"))) == sent + 1

    # Who wrote it is told why, sees it, and appeals.
    letter = team.person("criticised").letter("content-hidden")
    assert REASON in letter.text and "/my/standing" in letter.paths
    user = team.user("criticised")
    user.page.goto("/my/standing")
    sanction = f"article:has(a[href='/reviews/{review}'])"
    assert REASON in user.page.locator(sanction).inner_text()
    team.look(user)
    user.press(f"{sanction} a[href^='/appeals/']")
    team.look(user)
    user.fill("text", moderating.APPEAL)
    user.press()
    assert path(user) == "/my/standing" and said(user)
    assert moderating.APPEAL in user.page.locator(sanction).inner_text()
    assert not user.page.locator(f"{sanction} a[href^='/appeals/']").count()
    team.look(user)

    # Not who decided it: somebody else.
    appeal = f"article:has(a[href='/reviews/{review}'])"
    user = team.user("moderator")
    user.page.goto("/admin/appeals")
    assert user.page.locator(appeal).count() == 1 and not user.page.locator(f"{appeal} form").count()
    user = team.user("admin")
    user.page.goto("/admin")
    user.press("main a[href='/admin/appeals'] >> visible=true")
    team.look(user)
    user.part = appeal
    user.tick("decision", "overturn")
    user.fill("reason", ANSWER)
    user.press(f"{appeal} form button")
    assert path(user) == "/admin/appeals" and said(user) and not user.page.locator(appeal).count()
    user.page.goto("/admin/appeals?state=decided")
    assert ANSWER in user.page.locator(appeal).inner_text()
    team.look(user)
    user.page.goto("/admin/audit?action=overturn")
    assert ANSWER in user.page.locator("main").inner_text()
    team.look(user)

    # It is back, both sides know what they should, and who reported heard nothing more.
    assert [entry["body"] for entry in site.read_json(f"/places/{place}")["reviews"]] == [words]
    assert ANSWER in team.person("criticised").letter("appeal-overturned").text
    assert len(answers(site, team.person("teller"))) == sent + 1
    user = team.user("criticised")
    user.page.goto("/my/standing")
    assert ANSWER in user.page.locator(sanction).inner_text()
    team.look(user)


@pytest.fixture
def cases(readers, untouched):
    """Two new ones: the ids of their reviews by those of the cases, the newest first."""
    writer, teller = readers.page("criticised"), readers.page("teller")
    found = {}
    for _ in range(2):
        review = moderating.write(writer, untouched.fresh())
        found = {int(moderating.report(teller, f"review:{review}")): review} | found
    writer.context.close()
    teller.context.close()
    return found


QUEUE = "/admin/reports?sort=newest"


def test_keys_move_choose_take_and_open(open_page, readers, cases):
    page = open_page(QUEUE, reader="moderator")
    first, second = [page.locator(f"[data-open][href='/admin/reports/{case}']") for case in cases]
    keys = page.keyboard
    for key, goal in (("j", first), ("j", second), ("k", first), ("k", first)):
        keys.press(key)
        expect(goal).to_be_focused()
    chosen, boxes = page.locator("[data-chosen]"), page.locator("[data-row] input[name=id]")
    without = chosen.inner_text()
    keys.press("x")
    expect(boxes.nth(0)).to_be_checked()
    assert "1" in chosen.inner_text()
    keys.press("x")
    expect(chosen).to_have_text(without)
    keys.press("?")
    assert page.locator("[data-keys]").get_attribute("open") is not None
    # Letters typed into a field are words.
    page.fill("#queue-q", "")
    page.locator("#queue-q").press("j")
    page.locator("#queue-q").press("x")
    assert page.locator("#queue-q").input_value() == "jx" and not page.locator("input[name=id]:checked").count()
    # Taken without a choice: the one that is looked at.
    page.locator("#queue-q").fill("")
    first.focus()
    with page.expect_navigation():
        keys.press("t")
    assert "1" in page.locator("main .flash").inner_text()
    case, other = cases
    page.goto("/admin/reports?state=taken&assignee=me&sort=newest")
    mine = page.locator("[data-row] [data-open]").evaluate_all("all => all.map(e => +e.pathname.split('/').pop())")
    assert case in mine and other not in mine
    keys.press("j")
    with page.expect_navigation():
        keys.press("o")
    assert "/admin/reports/" in page.url


def test_keys_can_be_switched_off_for_good(open_page, readers, cases):
    page = open_page(QUEUE, reader="moderator")
    page.keyboard.press("?")
    page.uncheck("[data-keys-on]")
    for _ in range(2):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement === document.body")
        page.reload()
    page.locator("[data-keys] summary").click()
    page.check("[data-keys-on]")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    expect(page.locator("[data-open]").first).to_be_focused()


@pytest.fixture
def staff(user, readers):
    """Somebody of the staff, by each way of using a page."""
    user.page.context.add_cookies(readers.state("moderator")["cookies"])
    return user


def test_several_are_hidden_at_once(staff, cases, site):
    user, page = staff, staff.page
    page.goto(QUEUE)
    # Nothing chosen: it says so and keeps the list.
    user.press("main [data-queue] button[value=hide]")
    assert page.locator("#bulk-problem").is_visible() and page.locator("[data-row]").count() >= 2
    page.goto(QUEUE)
    for case in cases:
        box = page.locator(f"[data-row]:has([href='/admin/reports/{case}']) [name=id]").get_attribute("value")
        user.tick("id", box)
    user.choose("reason", "abuse", "main [data-queue]")
    user.press("main [data-queue] button[value=hide]")
    assert "2" in said(user) and path(user) == QUEUE
    for review in cases.values():
        assert site.request(f"/reviews/{review}")[0] in (404, 410)


def test_who_comes_second_is_told_what_happened(staff, readers, cases):
    user, page = staff, staff.page
    case, second = cases
    page.goto(f"/admin/reports/{case}")
    # Meanwhile somebody else decides.
    other = readers.page("admin")
    moderating.post(other, f"/admin/reports/{case}/actions", action="hide", reason="abuse", note=REASON)
    user.part = "#act"
    user.tick("action", "warn")
    user.tick("reason", "spam")
    user.fill("note", "광고로 보여요.")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        user.press("#act form button")
    assert answer.value.status == 409
    news = page.locator("main .flash--warn[role=alert]").inner_text()
    assert readers.people["admin"].nickname in news
    # What was typed is there, what the other one did too, and now it can be done knowingly.
    assert page.locator("#act [name=note]").input_value() == "광고로 보여요."
    assert page.locator("#act [name=reason][value=spam]").is_checked()
    assert REASON in page.locator("main").inner_text()
    user.press("#act form button")
    assert path(user) == f"/admin/reports/{case}" and not page.locator("main [role=alert]").count()
    # In the queue too: what somebody else has closed stays as they left it.
    page.goto(QUEUE)
    moderating.post(other, f"/admin/reports/{second}/actions", action="dismiss")
    other.context.close()
    user.part = "main"
    user.tick("id", page.locator(f"[data-row]:has([href='/admin/reports/{second}']) [name=id]").get_attribute("value"))
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        user.press("main [data-queue] button[value=take]")
    assert answer.value.status == 409
    expect(page.locator(f"main .flash--warn a[href='/admin/reports/{second}']")).to_be_visible()
