"""A report on its way: reported, decided, appealed against and overturned, by each way to use the site."""

import pytest
from playwright.sync_api import expect

import moderating
from hands import Keyboard, Pointer
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

    def hand(self, reader):
        options = {"viewport": PHONE, "bypass_csp": True} if self.way == "keyboard" else {"java_script_enabled": False}
        page = self.open_page(reader=reader, reduced_motion="reduce", **options)
        return Keyboard(page) if self.way == "keyboard" else Pointer(page)

    def person(self, reader):
        return self.readers.people[reader]

    def look(self, hand):
        """What must hold on each page on the way. Scripts look for it."""
        if self.way != "keyboard":
            return
        page = hand.page
        assert violations(page) == [], path(hand)
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate(TOO_WIDE) == [], path(hand)
        page.set_viewport_size(PHONE)


@pytest.fixture(params=["keyboard", "no scripts"])
def team(request, open_page, readers):
    return Team(request.param, open_page, readers)


def answers(site, person):
    """The mails that say what became of somebody's reports."""
    return [mail for mail in site.twin("/dev/mail")["mails"]
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
    hand = team.hand("teller")
    sent = len(answers(site, team.person("teller")))
    hand.page.goto(f"/places/{place}")
    hand.press(f"#r{review} a[href^='/reports/new']")
    team.look(hand)
    hand.tick("reason", "abuse")
    hand.fill("detail", DETAIL)
    hand.send("/reports")
    assert path(hand) == f"/places/{place}#r{review}" and "신고" not in said(hand) and said(hand)

    # Somebody of the staff finds it, takes it, hides it and closes the case.
    hand = team.hand("moderator")
    hand.page.goto("/admin")
    hand.press("main a[href='/admin/reports'] >> visible=true")
    team.look(hand)
    row = f"[data-row]:has-text('{place}')"
    hand.press(f"{row} [data-open]")
    case = path(hand)
    assert words in hand.page.locator("main").inner_text() and DETAIL in hand.page.locator("main").inner_text()
    team.look(hand)
    hand.press("main button[name=action][value=take]")
    hand.part = "#act"
    hand.tick("action", "hide")
    hand.tick("reason", "abuse")
    hand.fill("note", REASON)
    hand.press("#act form button")
    assert path(hand) == case and said(hand)
    team.look(hand)
    assert site.twin(f"/places/{place}")["reviews"] == []
    assert site.request(own)[0] in (404, 410)
    hand.tick("action", "close")
    hand.press("#act form button")
    assert path(hand) == case and not hand.page.locator("#act form").count()
    hand.page.goto("/admin/reports?state=closed")
    assert hand.page.locator(row).count() == 1
    team.look(hand)

    # Who reported hears of it, without what became of the other.
    answer = team.person("teller").letter("report-acted")
    assert REASON not in answer.text and len(answers(site, team.person("teller"))) == sent + 1

    # Who wrote it is told why, sees it, and appeals.
    letter = team.person("criticised").letter("content-hidden")
    assert REASON in letter.text and "/my/standing" in letter.paths
    hand = team.hand("criticised")
    hand.page.goto("/my/standing")
    sanction = f"article:has(a[href='/reviews/{review}'])"
    assert REASON in hand.page.locator(sanction).inner_text()
    team.look(hand)
    hand.press(f"{sanction} a[href^='/appeals/']")
    team.look(hand)
    hand.fill("text", moderating.APPEAL)
    hand.press()
    assert path(hand) == "/my/standing" and said(hand)
    assert moderating.APPEAL in hand.page.locator(sanction).inner_text()
    assert not hand.page.locator(f"{sanction} a[href^='/appeals/']").count()
    team.look(hand)

    # Not who decided it: somebody else.
    appeal = f"article:has(a[href='/reviews/{review}'])"
    hand = team.hand("moderator")
    hand.page.goto("/admin/appeals")
    assert hand.page.locator(appeal).count() == 1 and not hand.page.locator(f"{appeal} form").count()
    hand = team.hand("admin")
    hand.page.goto("/admin")
    hand.press("main a[href='/admin/appeals'] >> visible=true")
    team.look(hand)
    hand.part = appeal
    hand.tick("decision", "overturn")
    hand.fill("reason", ANSWER)
    hand.press(f"{appeal} form button")
    assert path(hand) == "/admin/appeals" and said(hand) and not hand.page.locator(appeal).count()
    hand.page.goto("/admin/appeals?state=decided")
    assert ANSWER in hand.page.locator(appeal).inner_text()
    team.look(hand)
    hand.page.goto("/admin/audit?action=overturn")
    assert ANSWER in hand.page.locator("main").inner_text()
    team.look(hand)

    # It is back, both sides know what they should, and who reported heard nothing more.
    assert [entry["body"] for entry in site.twin(f"/places/{place}")["reviews"]] == [words]
    assert ANSWER in team.person("criticised").letter("appeal-overturned").text
    assert len(answers(site, team.person("teller"))) == sent + 1
    hand = team.hand("criticised")
    hand.page.goto("/my/standing")
    assert ANSWER in hand.page.locator(sanction).inner_text()
    team.look(hand)


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
def staff(hand, readers):
    """Somebody of the staff, by each hand."""
    hand.page.context.add_cookies(readers.state("moderator")["cookies"])
    return hand


def test_several_are_hidden_at_once(staff, cases, site):
    hand, page = staff, staff.page
    page.goto(QUEUE)
    # Nothing chosen: it says so and keeps the list.
    hand.press("main [data-queue] button[value=hide]")
    assert page.locator("#bulk-problem").is_visible() and page.locator("[data-row]").count() >= 2
    page.goto(QUEUE)
    for case in cases:
        box = page.locator(f"[data-row]:has([href='/admin/reports/{case}']) [name=id]").get_attribute("value")
        hand.tick("id", box)
    hand.choose("reason", "abuse", "main [data-queue]")
    hand.press("main [data-queue] button[value=hide]")
    assert "2" in said(hand) and path(hand) == QUEUE
    for review in cases.values():
        assert site.request(f"/reviews/{review}")[0] in (404, 410)


def test_who_comes_second_is_told_what_happened(staff, readers, cases):
    hand, page = staff, staff.page
    case, second = cases
    page.goto(f"/admin/reports/{case}")
    # Meanwhile somebody else decides.
    other = readers.page("admin")
    moderating.post(other, f"/admin/reports/{case}/actions", action="hide", reason="abuse", note=REASON)
    hand.part = "#act"
    hand.tick("action", "warn")
    hand.tick("reason", "spam")
    hand.fill("note", "광고로 보여요.")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        hand.press("#act form button")
    assert answer.value.status == 409
    news = page.locator("main .flash--warn[role=alert]").inner_text()
    assert readers.people["admin"].nickname in news
    # What was typed is there, what the other one did too, and now it can be done knowingly.
    assert page.locator("#act [name=note]").input_value() == "광고로 보여요."
    assert page.locator("#act [name=reason][value=spam]").is_checked()
    assert REASON in page.locator("main").inner_text()
    hand.press("#act form button")
    assert path(hand) == f"/admin/reports/{case}" and not page.locator("main [role=alert]").count()
    # In the queue too: what somebody else has closed stays as they left it.
    page.goto(QUEUE)
    moderating.post(other, f"/admin/reports/{second}/actions", action="dismiss")
    other.context.close()
    hand.part = "main"
    hand.tick("id", page.locator(f"[data-row]:has([href='/admin/reports/{second}']) [name=id]").get_attribute("value"))
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        hand.press("main [data-queue] button[value=take]")
    assert answer.value.status == 409
    expect(page.locator(f"main .flash--warn a[href='/admin/reports/{second}']")).to_be_visible()
