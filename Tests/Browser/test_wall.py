"""The wall of photos: its layout, how it goes on and comes back, and stars that follow on every page."""

import json
import random
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from photographs import picture
from people import join
from posting import post, read_json
from reviewing import Places
from server import ROOT
from users import Keyboard, Pointer

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 844}
PAGE = 15


@pytest.fixture(scope="module")
def many(chromium, site, readers):
    """So many reviews with photos that the wall has several pages."""
    page = readers.page("painter")
    page.goto("/settings")
    token = page.locator("meta[name=csrf]").get_attribute("content")
    shapes = random.Random(1)
    with sqlite3.connect(site.data_directory / "moeum.sqlite", timeout=20) as database:
        places = [row[0] for row in database.execute(
            """SELECT id FROM places WHERE status = 'listed' AND review_count = 0
            AND district NOT IN ('mapo', 'jongno') AND (kind = 'bookshop' OR district NOT IN (SELECT value FROM json_each(?)))
            LIMIT ?""", (json.dumps(Places.DISTRICTS), 6 * PAGE))]
    assert len(places) == 6 * PAGE
    for place in places:
        file = picture("blue", shapes.randint(40, 120), shapes.randint(40, 120))
        taken = page.request.post("/uploads", multipart={"file": file}, headers={"X-CSRF-Token": token})
        assert taken.ok, taken.text()
        post(page, f"/places/{place}/reviews", rating=4, body="국물이 맑고 깊어서 또 갈 거예요.",
             photo_id=taken.json()["id"], alt="파란 접시")
    page.context.close()


def model(rows, columns):
    """Column and top of each photo: into the column that is shortest, the leftmost of equals."""
    tops, found = [0] * columns, []
    for height in rows:
        column = tops.index(min(tops))
        found.append((column, tops[column]))
        tops[column] += height + 1
    return found


def shape(width, height):
    return min(max((48 * height + width) // (2 * width), 12), 48)


@pytest.mark.parametrize("columns", [2, 3, 4, 5])
def test_the_browser_puts_each_photo_where_the_server_means_it(columns, open_page):
    """500 photos of any ratio: the same columns and rows, in reading order."""
    ratios = random.Random(columns)
    rows = [shape(ratios.randint(200, 3_000), ratios.randint(200, 3_000)) for _ in range(500)]
    page = open_page(viewport={"width": 1230, "height": 900})
    items = "".join(f'<li class="h{height}"><a class="pic"></a></li>' for height in rows)
    page.set_content(f'<div class="wall"><ul>{items}</ul></div>')
    page.add_style_tag(content=(ROOT / "Public/wall.css").read_text())
    page.add_style_tag(content=f"body {{ margin: 0 }} ul {{ padding: 0; margin: 0; list-style: none }} .wall {{ --cols: {columns} !important }}")
    boxes = page.evaluate("""() => [...document.querySelectorAll('.wall li')].map(item => {
        const box = item.getBoundingClientRect(); return [box.x, box.y, box.width] })""")
    unit = page.evaluate("document.querySelector('.wall').clientWidth") / (25 * columns - 1)
    found = [(round(x / (25 * unit)), y / unit) for x, y, _ in boxes]
    for (column, top), (meant, height) in zip(found, model(rows, columns)):
        # The browser lays out in 64ths of a pixel, which add up.
        assert column == meant and abs(top - height) < 0.5 + height / 400, (column, top, meant, height)
    tops = [top for _, top in found]
    assert all(one <= other + 0.01 for one, other in zip(tops, tops[1:]))


def test_the_server_gives_each_photo_its_shape(many, site):
    for photo in site.read_json("/photos?pages=8")["photos"]:
        # What is stored is scaled, so a half may be rounded either way.
        assert abs(photo["shape"] - shape(photo["width"], photo["height"])) <= 1, photo


def shown(page):
    return page.locator("[data-wall] > li").count()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_it_goes_on_three_times_by_itself_and_then_by_its_button(many, open_page, screen):
    page = open_page("/photos", viewport=screen)
    for pages in (2, 3, 4):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(page.locator("[data-wall] > li")).to_have_count(pages * PAGE)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    # The foot of the page can be reached now.
    page.locator("footer").scroll_into_view_if_needed()
    expect(page.locator("footer")).to_be_in_viewport()
    assert shown(page) == 4 * PAGE and "pages=4" in page.url
    page.click("a[data-next]")
    expect(page.locator("[data-wall] > li")).to_have_count(5 * PAGE)
    ids = page.locator("[data-wall] a.pic").evaluate_all("all => all.map(each => each.id)")
    assert len(set(ids)) == 5 * PAGE


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_it_stands_still_while_pictures_come(many, open_page, screen):
    page = open_page("/photos?pages=6", viewport=screen)
    for step in range(0, 6_000, 600):
        page.evaluate("y => scrollTo({ top: y, behavior: 'instant' })", step)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.observed.shift") < 0.02, page.evaluate("window.observed.shifted")


def test_who_comes_back_finds_what_they_left(many, open_page):
    page = open_page("/photos", viewport=PHONE)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("[data-wall] > li")).to_have_count(2 * PAGE)
    chosen = page.locator("[data-wall] a.pic").nth(PAGE + 3)
    chosen.scroll_into_view_if_needed()
    name, before = chosen.get_attribute("id"), chosen.bounding_box()["y"]
    chosen.click()
    page.wait_for_url("**/photos/*")
    page.go_back()
    page.wait_for_url(re.compile(r"/photos\?from=\d+&pages=2#photo-"))
    expect(page.locator("[data-wall] > li")).to_have_count(2 * PAGE)
    expect(page.locator(f"#{name}")).to_be_in_viewport()
    # Loaded anew it is the same, whatever the browser remembers.
    page.reload()
    expect(page.locator("[data-wall] > li")).to_have_count(2 * PAGE)
    expect(page.locator(f"#{name}")).to_be_in_viewport()
    assert before is not None


def test_it_waits_for_who_moves_by_keyboard(many, open_page):
    page = open_page("/photos", viewport=DESKTOP)
    Keyboard(page).reach("[data-wall] a.pic")
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert shown(page) == PAGE
    Keyboard(page).reach("a[data-next]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-wall] > li")).to_have_count(2 * PAGE)
    assert page.evaluate("document.activeElement.matches('[data-wall] > li:nth-child(16) a')")


def test_without_scripts_the_next_photos_are_a_page_of_their_own(many, open_page):
    page = open_page("/photos", java_script_enabled=False)
    first = page.locator("[data-wall] a.pic").first.get_attribute("id")
    page.click("a[data-next]")
    assert "after=" in page.url and shown(page) == PAGE
    assert page.locator("[data-wall] a.pic").first.get_attribute("id") != first
    assert page.locator(f"main a.chip[href='/photos']").count() == 1
    page.select_option("[name=kind]", "bookshop")
    page.click("main form button")
    assert "kind=bookshop" in page.url and page.locator("[name=kind]").input_value() == "bookshop"


def test_the_page_is_small(many, site):
    assert len(site.request("/photos", Accept_Encoding="gzip")[2]) < 25_000


# Stars


def star(page, photo):
    return page.locator(f"form[data-star='{photo}'] button")


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard", "no scripts"])
def test_a_star_is_set_with_a_memo_and_taken_back(many, open_page, site, way, readers):
    page = open_page("/photos", reader=f"star_{way.split()[0]}", viewport=PHONE, has_touch=way == "touch",
                     java_script_enabled=way != "no scripts")
    user = Keyboard(page) if way == "keyboard" else Pointer(page)
    photo = site.read_json("/photos")["photos"][1]["id"]
    button = f"form[data-star='{photo}'] button"
    act = user.press if way == "no scripts" else user.open
    said = ".flash" if way == "no scripts" else ".toast"
    star(page, photo).tap() if way == "touch" else act(button)
    expect(star(page, photo)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(said)).to_contain_text("저장했어요. 메모는 나만 봐요.")
    user.press(f"{said} a")
    user.fill("memo", "창가 자리 낮 2시 빛")
    user.press("main form button.btn--big")
    page.goto("/saved")
    expect(page.locator(".wall")).to_contain_text("창가 자리 낮 2시 빛")
    act(button)
    expect(page.locator(said)).to_contain_text("저장을 해제했어요.")
    act(f"{said} button")
    expect(page.locator(said)).to_contain_text("저장했어요")
    assert read_json(page, "/saved")["photos"][0]["memo"] == "창가 자리 낮 2시 빛"


def test_a_star_follows_in_every_tab(many, open_page, site):
    one = open_page("/photos", reader="starred")
    photo = site.read_json("/photos")["photos"][0]["id"]
    other = one.context.new_page()
    other.goto(f"/photos/{photo}")
    star(one, photo).click()
    expect(star(other, photo)).to_have_attribute("aria-pressed", "true")
    star(other, photo).click()
    expect(star(one, photo)).to_have_attribute("aria-pressed", "false")


def test_who_is_not_logged_in_saves_after_the_login(many, open_page, person, site):
    first = open_page(java_script_enabled=False)
    join(first, person)
    page = open_page("/photos")
    photo = site.read_json("/photos")["photos"][0]["id"]
    page.click(f"a.star[href='/photos/{photo}/save']")
    page.wait_for_url("**/login*")
    page.fill("[name=email]", person.email)
    page.fill("[name=password]", person.password)
    page.click("main form button.btn--big")
    page.wait_for_url(f"**/photos/{photo}/save")
    page.click("main form button.btn--big")
    page.wait_for_url(f"**/photos/{photo}")
    assert read_json(page, "/saved")["total"] == 1
