"""Photos on their way into a review."""

import re

import pytest
from playwright.sync_api import expect

import reviewing
from people import join, log_in
from posting import post
from users import Pointer
from photographs import colour, given, noise, picture
from reviewing import PUBLISH, WORDS
from test_reviews import writer  # noqa: F401

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def shown(site, place):
    """The alternative texts and the colours of a place's one review."""
    photos = site.read_json(f"/places/{place}")["reviews"][0]["photos"]
    return [(photo["alt"], colour(site.request(photo["src"])[2])) for photo in photos]


@pytest.fixture
def form(open_page, untouched):
    """An empty form on a phone, with scripts."""
    user = Pointer(open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member", loses_line=True, **PHONE))
    user.place = int(user.page.url.split("/")[-3])
    return user


def finish(user):
    reviewing.rate(user, 5)
    user.fill("body", WORDS)
    return reviewing.publish(user)


def test_photos_are_described_moved_and_kept_through_a_refusal(writer, untouched, site):  # noqa: F811
    user, page, place = writer, writer.page, untouched.fresh()
    reviewing.begin(user, place)
    reviewing.choose_photos(user, [picture("red"), picture("green", kind="png"), picture("blue", kind="webp")])
    for number, words in ((1, "빨강"), (2, "초록 <b>"), (3, "파랑")):
        reviewing.describe(user, number, words)
    reviewing.act(user, ".up:nth-child(3) button[value^='up:']")
    reviewing.act(user, ".up:nth-child(1) button[value^='remove:']")
    assert reviewing.alts(page) == ["파랑", "초록 <b>"]
    # Refused for its words; the photos stay.
    user.fill("body", "짧아요")
    reviewing.be_refused(user)
    assert reviewing.alts(page) == ["파랑", "초록 <b>"]
    reviewing.choose_photos(user, [picture("yellow")])
    review = finish(user)
    alts = page.locator(f"#r{review} .shots img").evaluate_all("all => all.map(e => e.alt)")
    assert alts[:2] == ["파랑", "초록 <b>"] and len(alts) == 3
    assert [found for _, found in shown(site, place)] == ["blue", "green", "yellow"]


def test_files_sent_with_the_form_itself_are_kept_through_a_refusal(open_page, untouched, site):
    place = untouched.fresh()
    page = open_page(f"/places/{place}/reviews/new", reader="member", java_script_enabled=False)
    page.set_input_files("#photos", [picture("red"), given("notes.txt", b"no photo at all", "text/plain")])
    page.check("[name=rating][value='2']")
    page.fill("#body", WORDS)
    with page.expect_navigation():
        page.click(PUBLISH)
    assert page.locator(".errsum").count() == 1 and page.locator(".up").count() == 1
    with page.expect_navigation():
        page.click(PUBLISH)
    assert [found for _, found in shown(site, place)] == ["red"]


def test_one_failure_never_loses_the_others(form, site):
    page = form.page
    broken = []
    page.route("**/uploads", lambda route: route.abort() if not broken.append(1) and len(broken) == 1 else route.continue_())
    page.set_input_files("#photos", [
        picture("red"), picture("green"), given("a.heic", b"\0\0\0\x18ftypheic" + bytes(64), "image/heic"),
        given("b.txt", b"words and no photo", "text/plain"),
    ])
    bad = page.locator(".up--bad")
    expect(page.locator("[name=photo_id]")).to_have_count(2)
    # The first was sent again by itself; two can never be sent and say why, each in its own words.
    expect(bad).to_have_count(2)
    said = bad.locator(".err").all_inner_texts()
    assert "HEIC" in said[0] and "JPEG" in said[1] and said[0] != said[1]
    # Nothing is published that somebody believes to have photos which it has not.
    reviewing.rate(form, 3)
    form.fill("body", WORDS)
    page.click(PUBLISH)
    expect(page.locator("[data-send-state]")).not_to_be_empty()
    assert page.url.endswith("/reviews/new")
    for _ in range(2):
        bad.first.locator("button[value^=remove]").click()
    reviewing.publish(form)
    assert [found for _, found in shown(site, form.place)] == ["red", "green"]


def test_a_photo_that_did_not_go_through_is_sent_again_by_hand(form):
    page = form.page
    page.route("**/uploads", lambda route: route.fulfill(status=429, headers={"Retry-After": "60"}, body=""))
    page.set_input_files("#photos", [picture("red")])
    retry = page.locator(".up [data-retry]")
    retry.wait_for(state="visible")
    page.unroute("**/uploads")
    retry.click()
    expect(page.locator("[name=photo_id]")).to_have_count(1)
    expect(page.locator(".up--bad")).to_have_count(0)


def test_a_photo_that_is_taken_out_is_not_told_of_any_more(form):
    page = form.page
    page.set_input_files("#photos", [given("b.txt", b"words and no photo", "text/plain")])
    expect(page.locator(".up--bad")).to_have_count(1)
    page.click(PUBLISH)
    said = page.locator("[data-send-state]")
    expect(said).to_contain_text("올리지 못한 사진")
    page.locator(".up--bad button[value^=remove]").click()
    expect(said).to_be_empty()
    expect(page.locator(".toast span")).to_have_text("사진을 뺐어요.")


def test_photos_are_moved_with_keys_and_one_hears_where(form):
    page = form.page
    reviewing.choose_photos(form, [picture("red"), picture("green"), picture("blue")])
    for number, words in ((1, "하나"), (2, "둘"), (3, "셋")):
        reviewing.describe(form, number, words)
    page.locator(".up:nth-child(3) button[value^='up']").focus()
    page.keyboard.press("Enter")
    said = page.locator("[data-photos-said]")
    expect(said).to_contain_text("2")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("1")
    assert reviewing.alts(page) == ["셋", "하나", "둘"]
    # At the end the way back has the focus.
    assert page.evaluate("document.activeElement.value.startsWith('down')")
    page.keyboard.press("Space")
    assert reviewing.alts(page) == ["하나", "셋", "둘"]
    page.locator(".up:nth-child(3) button[value^=remove]").focus()
    page.keyboard.press("Enter")
    assert reviewing.alts(page) == ["하나", "셋"]
    assert page.evaluate("document.activeElement.closest('li').matches(':last-child')")
    names = page.locator(".up button[value^=remove]").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert [re.search(r"\d", name).group() for name in names] == ["1", "2"]


def test_photos_are_dragged_into_another_order(open_page, untouched):
    form = Pointer(open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member"))
    reviewing.choose_photos(form, [picture("red"), picture("green")])
    reviewing.describe(form, 1, "하나")
    form.page.locator(".up-pic img").nth(0).drag_to(form.page.locator(".up-pic img").nth(1))
    assert reviewing.alts(form.page) == ["", "하나"]
    assert form.page.locator(".up").count() == 2, "a dragged picture is no new file"


HAND_OVER = """([kind, data]) => {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'photo', { type: 'image/jpeg' }));
    const target = kind === 'drop' ? document.querySelector('.drop') : document.querySelector('#body');
    const event = kind === 'drop' ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
}"""


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_photos_are_dropped_and_pasted(way, form):
    import base64
    form.page.evaluate(HAND_OVER, [way, base64.b64encode(picture("red")["buffer"]).decode()])
    expect(form.page.locator("[name=photo_id]")).to_have_count(1)
    # Seen at once, whatever the server says.
    assert form.page.locator(".up img").get_attribute("src").startswith("data:image/jpeg")


def test_no_more_than_six_photos_are_taken(form):
    page = form.page
    page.set_input_files("#photos", [picture(name) for name in ("red", "green", "blue", "white", "black", "grey", "yellow")])
    left = page.locator("[data-photos-left]")
    expect(left).to_contain_text(picture("yellow")["name"])
    expect(page.locator("[name=photo_id]")).to_have_count(6)
    expect(left).to_be_visible()


def test_what_can_be_no_photo_takes_no_place_of_one(form):
    page = form.page
    page.set_input_files("#photos", [given("notes.txt", b"words and no photo", "text/plain")])
    expect(page.locator(".up--bad .err")).to_contain_text("notes.txt")
    page.set_input_files("#photos", [picture(name) for name in ("red", "green", "blue", "white", "black", "grey")])
    expect(page.locator("[name=photo_id]")).to_have_count(6)
    expect(page.locator("[data-photos-left]")).to_be_empty()


def test_a_photo_that_waits_for_a_login_shows_the_way(form):
    page = form.page
    page.context.clear_cookies()
    page.set_input_files("#photos", [picture("red")])
    expect(page.locator("a[data-login]")).to_be_visible()
    page.click(PUBLISH)
    expect(page.locator("[data-send-state]")).not_to_be_empty()
    expect(page.locator("a[data-login]")).to_be_visible()


def test_who_may_send_no_photo_reads_why(form):
    page = form.page
    page.route("**/uploads", lambda route: route.fulfill(
        status=403, content_type="application/problem+json", json={"detail": "Confirm your e-mail first."}))
    page.set_input_files("#photos", [picture("red")])
    expect(page.locator(".up--bad .err")).to_contain_text("Confirm your e-mail first.")
    assert page.locator(".up [data-retry]").is_hidden()


def test_a_large_photo_is_made_smaller_before_it_is_sent(form):
    page = form.page
    large = noise(3_200, 1_600)
    assert len(large["buffer"]) > 3_000_000
    with page.expect_request("**/uploads") as sent:
        page.set_input_files("#photos", [large])
    assert int(sent.value.all_headers()["content-length"]) < len(large["buffer"]) * 0.8
    expect(page.locator("[name=photo_id]")).to_have_count(1)


def test_what_is_sent_while_photos_are_under_way_waits_for_them(form, site):
    page = form.page
    held = []
    page.route("**/uploads", lambda route: held.append(route))
    page.set_input_files("#photos", [picture("green")])
    expect(page.locator(".up progress")).to_be_visible()
    reviewing.rate(form, 4)
    form.fill("body", WORDS)
    page.click(PUBLISH)
    expect(page.locator("[data-send-state]")).not_to_be_empty()
    held[0].continue_()
    page.wait_for_url(f"**/places/{form.place}#r*")
    assert [found for _, found in shown(site, form.place)] == ["green"]


@pytest.mark.parametrize("width", [320, 1280])
def test_what_the_form_says_by_itself_moves_no_button(width, open_page, untouched):
    """One that moves away under a finger is not pressed."""
    page = open_page(
        f"/places/{untouched.fresh()}/reviews/new", reader="member", loses_line=True,
        viewport={"width": width, "height": 900})

    def top():
        return page.locator(PUBLISH).evaluate("e => e.getBoundingClientRect().top + scrollY")

    held = []
    page.route("**/uploads", lambda route: held.append(route))
    page.set_input_files("#photos", [picture("green")])
    page.locator(".up").wait_for()
    before = top()
    expect(page.locator(".up progress")).to_be_visible()
    assert top() == before
    held[0].continue_()
    expect(page.locator("[name=photo_id]")).to_have_count(1)
    expect(page.locator(".up progress")).to_be_hidden()
    assert top() == before
    draft = page.locator("[data-draft-state]")
    reviewing.rate(Pointer(page), 4)
    page.fill("#body", WORDS)
    expect(draft).not_to_be_empty()
    expect(page.locator("#body ~ [data-count]")).not_to_be_empty()
    assert top() == before
    page.route(re.compile(r"/reviews(/draft)?$"), lambda route: route.abort())
    page.fill("#body", f"{WORDS}.")
    expect(draft).to_have_class("draft is-bad")
    assert top() == before
    page.click(PUBLISH)
    expect(page.locator("[data-send-state]")).to_have_class("sm bad")
    assert top() == before


def test_a_photo_goes_up_over_a_new_login(open_page, untouched, person):
    user = Pointer(open_page(**PHONE))
    join(user.page, person)
    reviewing.begin(user, untouched.fresh())
    post(user.page, "/logout")
    log_in(user.page, person)
    reviewing.choose_photos(user, [picture("red")])
    expect(user.page.locator(".up--bad")).to_have_count(0)
    assert finish(user)
