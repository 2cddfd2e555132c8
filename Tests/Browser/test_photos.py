"""Looking at photos: over the page they stand on, and without scripts on a page of their own."""

import re

import pytest
from playwright.sync_api import expect

from photographs import colour

BOX = "dialog.lightbox[open]"


def photos(site, some):
    """The ids of the place's photos, newest first."""
    return [photo["id"] for photo in site.read_json(f"/places/{some['pictured']}/photos")["photos"]]


def at(page):
    return re.sub(r"^https?://[^/]+", "", page.url)


@pytest.fixture
def gallery(open_page, some):
    return open_page(f"/places/{some['pictured']}")


def open_first(page):
    page.locator(".gallery a").first.click()
    page.locator(BOX).wait_for()


def test_a_place_shows_its_newest_photos_and_how_many_there_are(gallery, site, some):
    links = gallery.locator(".gallery a")
    assert links.count() == 5
    ids = photos(site, some)
    assert [link.get_attribute("href") for link in links.all()[:4]] == [f"/photos/{id}" for id in ids[:4]]
    assert links.last.get_attribute("href") == f"/places/{some['pictured']}/photos"
    assert str(len(ids)) in links.last.inner_text()
    first = links.first.locator("img")
    assert first.get_attribute("fetchpriority") == "high" and first.get_attribute("loading") is None
    assert gallery.evaluate("document.querySelector('.gallery img').naturalWidth") > 0


def test_keys_go_through_all_photos_and_back_comes_to_the_same_spot(gallery, site, some):
    page, ids = gallery, photos(site, some)
    title = page.title()
    open_first(page)
    picture = page.locator(f"{BOX} .shot-pic img")
    assert at(page) == f"/photos/{ids[0]}" and page.title() != title
    for key, expected in [("ArrowRight", ids[1]), ("ArrowRight", ids[2]), ("ArrowLeft", ids[1]), ("End", ids[-1]),
                          ("ArrowRight", ids[-1]), ("Home", ids[0]), ("ArrowLeft", ids[0]), ("ArrowRight", ids[1])]:
        page.keyboard.press(key)
        expect(page.locator(f"{BOX} [data-shot]")).to_have_attribute("data-photo", str(expected))
        assert at(page) == f"/photos/{expected}"
    alt = picture.get_attribute("alt")
    expect(page.locator(f"{BOX} [role=status]")).to_have_text(alt)
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_have_count(0)
    assert at(page) == f"/places/{some['pictured']}" and page.title() == title
    # The focus is on the photo seen last.
    assert page.evaluate("document.activeElement.id") == f"photo-{ids[1]}"
    # Forwards again, and back by the browser's own button.
    page.go_forward()
    page.locator(BOX).wait_for()
    page.go_back()
    expect(page.locator(BOX)).to_have_count(0)


def test_a_photo_loaded_again_at_its_own_address_is_left_by_going_back(gallery, some):
    page = gallery
    open_first(page)
    page.reload()
    expect(page.locator("main [data-shot-page]")).to_have_count(1)
    page.go_back()
    expect(page.locator(".gallery")).to_be_visible()
    assert at(page) == f"/places/{some['pictured']}"


def test_buttons_go_on_and_close(gallery, site, some):
    page, ids = gallery, photos(site, some)
    open_first(page)
    assert page.locator(f"{BOX} a[rel=prev]").count() == 0
    page.locator(f"{BOX} a[rel=next]").click()
    expect(page.locator(f"{BOX} [data-shot]")).to_have_attribute("data-photo", str(ids[1]))
    # The keyboard stays on the way that it goes.
    assert page.evaluate("document.activeElement.rel") == "next"
    page.locator(f"{BOX} [data-close]").click()
    expect(page.locator(BOX)).to_have_count(0)
    assert at(page) == f"/places/{some['pictured']}"


def test_a_photo_of_a_review_opens_and_the_focus_comes_back_to_it(gallery):
    page = gallery
    link = page.locator(".review .shots a").nth(1)
    link.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    link.click()
    page.locator(BOX).wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_have_count(0)
    assert link.evaluate("e => e === document.activeElement")
    assert abs(page.evaluate("scrollY") - before) < 2


SWIPE = """([from, to]) => {
    const target = document.querySelector('dialog[open] .shot-pic');
    const send = (kind, x) => target.dispatchEvent(new PointerEvent(kind, {
        pointerId: 5, isPrimary: true, bubbles: true, pointerType: 'touch', clientX: x, clientY: 300 }));
    send('pointerdown', from);
    send('pointerup', to);
}"""


def test_a_finger_turns_photos(open_page, site, some):
    page = open_page(f"/places/{some['pictured']}", viewport={"width": 390, "height": 844}, has_touch=True)
    ids = photos(site, some)
    page.locator(".gallery a").first.tap()
    shown = page.locator(f"{BOX} [data-shot]")
    expect(shown).to_be_visible()
    for start, end, expected in [(300, 100, ids[1]), (300, 280, ids[1]), (300, 100, ids[2]), (100, 300, ids[1])]:
        page.evaluate(SWIPE, [start, end])
        expect(shown).to_have_attribute("data-photo", str(expected))
    box = page.locator(BOX).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_a_turned_photo_is_enlarged_by_the_next_press(gallery, site, some):
    page, ids = gallery, photos(site, some)
    open_first(page)
    page.evaluate(SWIPE, [300, 100])
    expect(page.locator(f"{BOX} [data-shot]")).to_have_attribute("data-photo", str(ids[1]))
    page.locator(f"{BOX} [data-zoom]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{BOX} [data-zoom]")).to_have_attribute("aria-pressed", "true")


def test_the_looks_of_the_box_come_with_the_first_photo(open_page, some):
    page = open_page(f"/places/{some['pictured']}")
    styles = []
    page.on("request", lambda request: styles.append(request.url) if request.resource_type == "stylesheet" else None)
    open_first(page)
    assert len(styles) == 1 and "/photo-" in styles[0]
    assert page.locator(BOX).evaluate("box => getComputedStyle(box).display") == "grid"
    page.keyboard.press("Escape")
    open_first(page)
    assert len(styles) == 1 and page.evaluate("observed.refused") == []


def test_without_its_looks_a_photo_has_its_page(open_page, some):
    page = open_page(f"/places/{some['pictured']}", loses_line=True)
    page.route("**/photo-*.css", lambda route: route.abort(), times=1)
    with page.expect_navigation():
        page.locator(".gallery a").first.click()
    expect(page.locator("main .shot-pic img")).to_have_count(1)


def test_the_box_is_closed_to_what_lies_under_it(gallery):
    page = gallery
    open_first(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || "
                             "Boolean(document.activeElement.closest('dialog[open]'))")


def test_axe_finds_nothing_in_the_box(open_page, some):
    from axe_playwright_python.sync_playwright import Axe
    for theme in ("light", "dark"):
        page = open_page(f"/places/{some['pictured']}", bypass_csp=True, color_scheme=theme)
        open_first(page)
        violations = Axe().run(page).response["violations"]
        assert not violations, [(item["id"], item["nodes"][0]["html"][:160]) for item in violations]


def test_a_photo_that_cannot_be_fetched_has_its_page(open_page, some):
    page = open_page(f"/places/{some['pictured']}", loses_line=True)
    page.route("**/photos/*", lambda route: route.abort() if "x-fragment" in route.request.headers else route.continue_())
    with page.expect_navigation():
        page.locator(".gallery a").first.click()
    expect(page.locator("main .shot-pic img")).to_have_count(1)
    page.go_back()
    page.wait_for_url(f"**/places/{some['pictured']}")


def test_without_scripts_each_photo_is_a_page(open_page, site, some):
    page = open_page(f"/places/{some['pictured']}", java_script_enabled=False)
    ids = photos(site, some)

    def go(selector):
        with page.expect_navigation():
            page.locator(selector).first.click()

    go(".gallery a")
    assert at(page) == f"/photos/{ids[0]}"
    go("main a[rel=next]")
    go("main a[rel=next]")
    assert at(page) == f"/photos/{ids[2]}"
    go("main a[rel=prev]")
    assert page.locator("figcaption").inner_text()
    go("main a[href^='/places/'][data-close]")
    assert at(page) == f"/places/{some['pictured']}#photo-{ids[1]}"
    assert page.locator(f"#photo-{ids[1]}").is_visible()
    go(".gallery a:last-child")
    assert page.locator(".wall a.pic").count() == len(ids)


def test_what_is_shown_is_what_was_sent(site, some):
    names = [colour(site.request(photo["src"])[2]) for photo in site.read_json(f"/places/{some['pictured']}/photos")["photos"]]
    assert sorted(names) == sorted(["red", "green", "blue", "white", "black", "yellow"])
