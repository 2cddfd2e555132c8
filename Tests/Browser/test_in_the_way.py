"""What stood in the way of people: notices, bars, panels and words that nobody saw."""

import pytest
from playwright.sync_api import expect

from moderating import write
from photographs import picture

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SAID = ".flash--said"

# Headings that something else lies over, of those in sight.
COVERED = """() => [...document.querySelectorAll("main :is(h1, h2, h3)")].filter((heading) => {
    const { left, top, width, height } = heading.getBoundingClientRect();
    if (!width || heading.closest(".vh, .flash") || heading.matches(".vh") || top < 0 || top > innerHeight) return false;
    const over = document.elementFromPoint(left + 4, top + height / 2);
    return over?.closest(".flash--said");
}).map((heading) => heading.textContent)"""


def report(page, review):
    page.goto(f"/reports/new?target=review:{review}")
    page.check("[name=reason][value=spam]")
    page.click("main form button")
    page.wait_for_url(f"**#r{review}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_notice_covers_no_heading_and_is_closed(open_page, untouched, size):
    author, page = open_page(reader="author"), open_page(reader="member", viewport=size)
    report(page, write(author, untouched.fresh()))
    for _ in range(6):
        assert page.evaluate(COVERED) == []
        page.mouse.wheel(0, 120)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    close = page.locator(f"{SAID} [data-close]")
    close.focus()
    page.keyboard.press("Enter")
    expect(page.locator(SAID)).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_notice_goes_by_itself_but_waits_for_who_needs_longer(open_page, untouched, scripts):
    author, page = open_page(reader="author"), open_page(reader="member", java_script_enabled=scripts)
    report(page, write(author, untouched.fresh()))
    state = "getComputedStyle(document.querySelector('.flash--said')).animationPlayState"
    page.mouse.move(0, 0)
    assert page.evaluate(state) == "running"
    page.locator(SAID).hover()
    assert page.evaluate(state) == "paused"
    page.mouse.move(0, 0)
    page.locator(f"{SAID} a").focus()
    assert page.evaluate(state) == "paused"
    page.evaluate("document.activeElement.blur()")
    page.evaluate("document.querySelector('.flash--said').getAnimations()[0].finish()")
    expect(page.locator(SAID)).to_be_hidden()


def test_the_way_to_close_a_notice_stands_in_its_first_line(open_page):
    page = open_page("/diary/entries/new", reader="member", viewport=PHONE)
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        page.locator("#text").press_sequentially("지울 글")
    page.wait_for_url("**/diary/entries/*/edit")
    page.locator("a[data-delete]").click()
    page.locator("main form .btn--danger").click()
    undo, close, words = [page.locator(f"{SAID} {part}") for part in ("form button", "[data-close]", "p")]
    undo.wait_for()
    box = close.bounding_box()
    assert box["y"] <= words.bounding_box()["y"] + 4 and box["x"] + box["width"] <= 390 - 16
    assert undo.bounding_box()["x"] + undo.bounding_box()["width"] <= box["x"]


def test_a_notice_bears_an_address_that_leads_nowhere(open_page, site):
    page = open_page()
    page.context.add_cookies([{"name": "moeum_flash", "value": "preferences-saved", "url": site.url}])
    page.goto("/about#%")
    page.locator(f"{SAID} [data-close]").click()
    expect(page.locator(SAID)).to_have_count(0)


def test_a_review_is_thanked_for_once(open_page, untouched):
    page = open_page(reader="author", viewport=PHONE)
    page.goto(f"/places/{untouched.fresh()}/reviews/new")
    page.locator(".rate label").nth(4).click()
    page.fill("#body", "국물이 맑고 깊어서 다시 가고 싶은 집이에요.")
    page.click("main form[data-review] button[value=publish]:visible")
    page.wait_for_url("**#r*")
    assert page.inner_text("body").count("리뷰를 올렸어요") == 1


def test_copying_and_sharing_say_that_they_did_it(open_page, site):
    place = next(place for place in site.read_json("/districts/mapo?kind=restaurant&sort=name")["places"] if place["address"])
    page = open_page(viewport=PHONE)
    page.add_init_script("navigator.share = async () => {};")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.url)
    page.goto(f"/places/{place['id']}")
    page.locator("[data-copy]").first.click()
    expect(page.locator(".toast")).to_have_text("주소를 복사했어요")
    expect(page.locator(".toast")).to_be_in_viewport()
    page.locator("[data-share]").click()
    expect(page.locator(".toast")).to_have_text("공유했어요")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_panel_of_filters_closes_on_what_it_found(open_page, size):
    page = open_page("/places?kind=restaurant", viewport=size)
    panel = page.locator("details[data-fold=filters]")
    panel.locator("summary").click()
    with page.expect_response("**district=mapo**"):
        panel.locator("[name=district]").select_option("mapo")
    expect(page.locator("[name=district]")).to_have_value("mapo")
    assert panel.get_attribute("open") is not None
    panel.locator("button").click()
    expect(panel).not_to_have_attribute("open", "")
    expect(page.locator("[data-rows] > li").first).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}])
@pytest.mark.parametrize("path", ["/", "/places", "place", "/favourites"])
def test_letters_of_twice_the_size_leave_one_bar(open_page, site, path, size):
    if path == "place":
        path = f"/places/{site.read_json('/districts/mapo?sort=name')['places'][0]['id']}"
    page = open_page(reader="member", viewport=size)
    page.goto(path)
    assert bars(page) >= 2
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert bars(page) <= 1


def bars(page):
    """How many wide parts stay where they are while the page moves."""
    return page.evaluate("""async () => {
        const wide = [...document.querySelectorAll("body *")].filter((part) =>
            ["fixed", "sticky"].includes(getComputedStyle(part).position) && part.offsetWidth > innerWidth / 2 && part.offsetHeight);
        scrollTo(0, 150);
        await new Promise((done) => requestAnimationFrame(done));
        const before = wide.map((part) => part.getBoundingClientRect().top);
        scrollTo(0, 250);
        await new Promise((done) => requestAnimationFrame(done));
        return wide.filter((part, index) => {
            const { top, bottom } = part.getBoundingClientRect();
            return top === before[index] && bottom > 0 && top < innerHeight;
        }).length;
    }""")


def test_a_photo_that_failed_is_led_to(open_page, untouched):
    page = open_page(reader="author", viewport=PHONE)
    page.goto(f"/places/{untouched.fresh()}/reviews/new")
    page.locator(".rate label").nth(4).click()
    page.fill("#body", "국물이 맑고 깊어서 다시 가고 싶은 집이에요.")
    page.set_input_files("#photos", [{"name": "notes.txt", "mimeType": "image/png", "buffer": b"no picture"}])
    bad = page.locator(".up--bad")
    expect(bad).to_have_count(1)
    page.click("main form[data-review] button[value=publish]:visible")
    expect(page.locator("[data-send-state]")).to_contain_text("올리지 못한 사진이 있어요")
    expect(bad.locator(".err")).to_be_in_viewport()
    assert bad.evaluate("row => row.contains(document.activeElement)")
    said, button = page.locator("[data-send-state]").bounding_box(), page.locator("button[value=publish]:visible").bounding_box()
    assert said["y"] < button["y"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_buttons_of_photos_stay_under_the_thumb(open_page, site, some, size):
    total = site.read_json(f"/places/{some['pictured']}/photos")["total"]
    page = open_page(f"/places/{some['pictured']}", viewport=size)
    page.locator(".gallery a").first.click()
    ways = page.locator("dialog.lightbox .shot-acts a[rel=next]")
    ways.wait_for()
    first = ways.bounding_box()
    assert first["y"] > size["height"] / 2 and first["y"] + first["height"] <= size["height"]
    shown = page.locator("dialog.lightbox .shot-acts nav span")
    expect(shown).to_have_text(f"1 / {total}")
    for number in (2, 3):
        ways.click()
        expect(shown).to_have_text(f"{number} / {total}")
        assert ways.bounding_box() == first


def test_a_photo_is_enlarged_where_it_is_pressed_and_made_small_again(open_page, some):
    page = open_page(f"/places/{some['pictured']}", viewport=PHONE)
    page.locator(".gallery a").first.click()
    image = page.locator("dialog.lightbox .shot-pic img")
    button = page.locator("dialog.lightbox [data-zoom]")
    button.wait_for()
    small = image.bounding_box()["width"]
    image.click()
    assert image.bounding_box()["width"] > 2 * small and button.get_attribute("aria-pressed") == "true"
    button.click()
    assert abs(image.bounding_box()["width"] - small) < 1 and button.get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_tall_photo_is_read_at_its_width(open_page, untouched, size):
    page = open_page(reader="author", viewport=size)
    place = untouched.fresh()
    page.goto(f"/places/{place}/reviews/new")
    page.locator(".rate label").nth(4).click()
    page.fill("#body", "메뉴판이 길어서 한 장에 다 담았어요.")
    page.set_input_files("#photos", [picture("blue", 1080, 5400)])
    expect(page.locator("[data-photos] > [data-id]")).to_have_count(1)
    page.click("main form[data-review] button[value=publish]:visible")
    page.wait_for_url("**#r*")
    page.goto(f"/places/{place}")
    page.locator(".gallery a").first.click()
    for where in ("dialog.lightbox", "main [data-shot-page]"):
        shown = page.locator(f"{where} .shot-pic")
        shown.locator("img").wait_for()
        assert shown.locator("img").bounding_box()["width"] >= min(size["width"] - 60, 700)
        inside, seen = shown.evaluate("part => [part.scrollHeight, part.clientHeight]")
        assert inside > 2 * seen and seen < size["height"]
        page.reload()
