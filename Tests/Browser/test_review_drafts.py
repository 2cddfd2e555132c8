"""What somebody is writing is never lost: not to a refresh, not to a lost line, not to a session that ended."""

import pytest
from playwright.sync_api import expect

import reviewing
from photographs import noise, picture
from reviewing import PUBLISH, STATE, WORDS, saved, write

NOTICE = "[data-draft-restored]"


@pytest.fixture
def form(open_page, untouched):
    return reviewing.open_form(open_page, untouched)


@pytest.fixture
def line(form):
    """The line of the form's page, to be made slow or cut."""
    session = form.page.context.new_cdp_session(form.page)
    session.send("Network.enable")

    def change(is_cut=False, bytes_per_second=-1):
        session.send("Network.emulateNetworkConditions", {
            "offline": is_cut, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_per_second,
        })

    return change


def holds(page, words, stars, photos=0):
    expect(page.locator("#body")).to_have_value(words)
    expect(page.locator(f"[name=rating][value='{stars}']")).to_be_checked()
    expect(page.locator("[name=photo_id]")).to_have_count(photos)


def kept_here(page):
    return page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft:')).length")


def test_a_draft_survives_a_refresh_and_another_device(form, open_page, site):
    page = form.page
    reviewing.choose_photos(form, [picture("red"), picture("green")])
    reviewing.describe(form, 2, "초록")
    with saved(page):
        write(form)
    expect(page.locator(STATE)).not_to_be_empty()
    page.reload()
    holds(page, WORDS, 4, photos=2)
    assert reviewing.alts(page) == ["", "초록"]
    # By the server alone, too.
    other = open_page(f"/places/{form.place}/reviews/new", reader="member", java_script_enabled=False)
    holds(other, WORDS, 4, photos=2)
    reviewing.publish(form)
    assert kept_here(page) == 0
    assert len(site.read_json(f"/places/{form.place}")["reviews"][0]["photos"]) == 2


def test_what_is_typed_without_a_pause_is_on_the_device(form):
    page = form.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now()") + 1_000)
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "PUT" else None)
    page.locator("[name=body]").press_sequentially("쉬지 않고 쓰는 글")
    page.clock.run_for(300)
    assert "쉬지 않고 쓰는 글" in page.evaluate("() => Object.values(localStorage).join()") and sent == []


def test_a_draft_that_never_reached_the_server_is_brought_back(form):
    page = form.page
    page.route("**/reviews/draft", lambda route: route.abort())
    reviewing.choose_photos(form, [picture("red")])
    write(form, stars=2)
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    page.reload()
    holds(page, WORDS, 2, photos=1)
    expect(page.locator(NOTICE)).to_be_visible()


@pytest.mark.parametrize("status, left", [(503, 1), (404, 0)])
def test_a_kept_photo_goes_only_when_it_is_known_to_be_gone(form, status, left):
    page = form.page
    page.route("**/reviews/draft", lambda route: route.abort())
    reviewing.choose_photos(form, [picture("red")])
    write(form)
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    page.route("**/media/*", lambda route: route.fulfill(status=status))
    asked_again = lambda answer: "/media/" in answer.url and answer.request.resource_type == "fetch"
    with page.expect_response(asked_again):
        page.reload()
    holds(page, WORDS, 4, photos=left)


def test_nothing_goes_to_the_draft_while_the_review_is_sent(form):
    page = form.page
    with saved(page):
        write(form)
    held, drafts = [], []
    page.route(f"**/places/{form.place}/reviews", lambda route: held.append(route))
    page.on("request", lambda request: drafts.append(request.url) if request.method == "PUT" else None)
    with page.expect_request(lambda request: request.method == "POST"):
        page.click(PUBLISH)
    form.fill("body", f"{WORDS} 더 썼어요.")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(300)
    assert drafts == []
    held[0].continue_()
    page.wait_for_url("**/places/*#r*")
    assert drafts == []
    assert kept_here(page) == 0


def test_what_is_on_its_way_does_not_arrive_after_the_deletion(form):
    page = form.page
    page.route("**/reviews/draft", lambda route: route.abort())
    write(form)
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    page.unroute("**/reviews/draft")
    held = []
    page.route("**/reviews/draft", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/reviews/draft"):
        page.reload()
        page.wait_for_timeout(1_000)
    page.locator(f"{NOTICE} button").click()
    page.wait_for_timeout(300)
    assert page.evaluate("performance.getEntriesByType('resource').every(e => !e.name.endsWith('/reviews/draft'))")
    with page.expect_navigation():
        held[0].continue_()
    expect(page.locator("#body")).to_have_value("")
    page.reload()
    expect(page.locator("#body")).to_have_value("")


def test_a_draft_can_be_thrown_away(form):
    page = form.page
    page.route("**/reviews/draft", lambda route: route.abort())
    write(form)
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    page.unroute("**/reviews/draft")
    page.reload()
    with page.expect_navigation():
        page.locator(f"{NOTICE} button").click()
    expect(page.locator("#body")).to_have_value("")
    assert kept_here(page) == 0
    page.reload()
    expect(page.locator("#body")).to_have_value("")
    expect(page.locator(NOTICE)).to_be_hidden()


def test_a_draft_on_the_server_can_be_thrown_away_too(form):
    page = form.page
    with saved(page):
        write(form)
    page.reload()
    holds(page, WORDS, 4)
    form.press("form[data-draft-delete] button")
    expect(page.locator("#body")).to_have_value("")
    assert kept_here(page) == 0


def test_an_upload_cut_in_the_middle_goes_on_when_the_line_is_back(form, line):
    page = form.page
    line(bytes_per_second=60_000)
    page.set_input_files("#photos", [noise(1_200, 800, quality=60), picture("green")])
    page.wait_for_function("() => document.querySelector('.up progress').value > 5")
    line(is_cut=True)
    expect(page.locator(".up--bad .err").first).to_be_visible()
    form.fill("body", WORDS)
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    line()
    expect(page.locator("[name=photo_id]")).to_have_count(2)
    expect(page.locator(".up--bad")).to_have_count(0)
    expect(page.locator(STATE)).to_have_class("draft")


def test_a_review_sent_into_a_cut_line_stays_and_is_sent_again(form, line, site):
    page = form.page
    reviewing.choose_photos(form, [picture("blue")])
    write(form, stars=5)
    line(is_cut=True)
    page.click(PUBLISH)
    expect(page.locator("[data-send-state]")).not_to_be_empty()
    expect(page.locator(PUBLISH)).to_have_attribute("aria-disabled", "false")
    holds(page, WORDS, 5, photos=1)
    assert kept_here(page) == 1
    line()
    reviewing.publish(form)
    assert kept_here(page) == 0
    assert len(site.read_json(f"/places/{form.place}")["reviews"]) == 1


def test_an_answer_that_is_lost_makes_no_second_review(form, site):
    page = form.page
    write(form)
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(f"**/places/{form.place}/reviews", lose)
    page.click(PUBLISH)
    expect(page.locator(PUBLISH)).to_have_attribute("aria-disabled", "false")
    assert lost == [201]
    review = reviewing.publish(form)
    assert [found["id"] for found in site.read_json(f"/places/{form.place}")["reviews"]] == [review]


def test_a_draft_survives_a_session_that_ended(form, readers):
    page = form.page
    reviewing.choose_photos(form, [picture("yellow")])
    with saved(page):
        write(form, stars=3)
    page.context.clear_cookies()
    form.fill("body", f"{WORDS} 더 썼어요.")
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    page.click(PUBLISH)
    link = page.locator("a[data-login]")
    expect(link).to_be_visible()
    holds(page, f"{WORDS} 더 썼어요.", 3, photos=1)
    with page.expect_navigation():
        link.click()
    person = readers.people["member"]
    form.fill("email", person.email)
    form.fill("password", person.password)
    form.send("/login")
    holds(page, f"{WORDS} 더 썼어요.", 3, photos=1)
    reviewing.publish(form)
    assert kept_here(page) == 0


def test_a_refused_form_keeps_the_draft(form):
    page = form.page
    with saved(page):
        write(form, words="짧아요")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    reviewing.be_refused(form)
    assert len(sent) == 1 and page.url.endswith("/reviews/new")
    assert kept_here(page) == 1
    reviewing.begin(form, form.place)
    holds(page, "짧아요", 4)


def test_what_was_mended_after_a_refusal_survives_a_refresh(form, site):
    page = form.page
    write(form, words="짧아요")
    reviewing.be_refused(form)
    with saved(page):
        form.fill("body", WORDS)
    page.reload()
    holds(page, WORDS, 4)
    expect(page.locator(".errsum")).to_have_count(0)
    # And a way back past the form.
    page.goto(f"/places/{form.place}")
    page.go_back()
    holds(page, WORDS, 4)
    reviewing.publish(form)
    assert site.read_json(f"/places/{form.place}")["reviews"][0]["body"] == WORDS


def test_nobody_else_on_this_device_sees_a_draft(form, open_page, readers):
    """Who logs out takes it from the device; the server's copy waits."""
    page = form.page
    with saved(page):
        write(form)
    page.context.clear_cookies()
    page.context.add_cookies(readers.state("author")["cookies"])
    page.reload()
    expect(page.locator("#body")).to_have_value("")
    expect(page.locator(NOTICE)).to_be_hidden()
