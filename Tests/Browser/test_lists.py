"""Lists of one's own: made, filled, ordered in every way, shared and taken back."""

import urllib.parse

import pytest

from listing import make_list, order, put


@pytest.fixture(scope="module")
def places(site):
    return [place["id"] for place in site.read_json("/places?kind=restaurant&sort=name")["places"][:3]]


@pytest.fixture
def filled(open_page, places):
    """A list with three places, in a context of the options given."""
    def make(**options):
        page = open_page(reader="author", **options)
        path = make_list(page, "비 오는 날")
        for place in places:
            put(page, place, path)
        page.goto(path)
        assert order(page) == places
        return page, path

    return make


def told(page):
    """Waits until the server has heard of a move."""
    return page.expect_response("**/entries")


def kept(page, path):
    """The order as the server has it."""
    page.goto(path)
    return order(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_place_is_put_on_several_lists_at_once(open_page, places, scripts):
    page = open_page(reader="author", java_script_enabled=scripts)
    one, two = make_list(page, "하나"), make_list(page, "둘")
    page.goto(f"/places/{places[0]}")
    page.click(f"main a[href='/places/{places[0]}/lists']")
    for path in (one, two):
        page.check(f"[name=list][value='{path.split('/')[-1]}']")
    page.fill("#title", "방금 만든 목록")
    page.click("main form button")
    page.wait_for_url(f"**/places/{places[0]}")
    for path in (one, two):
        page.goto(path)
        assert order(page) == [places[0]]
    page.goto("/lists")
    assert page.get_by_role("link", name="방금 만든 목록").count() >= 1


def test_buttons_order_a_list_without_scripts(filled, places):
    page, path = filled(java_script_enabled=False)
    page.click(f"#p{places[2]} button[data-by='-1']")
    assert order(page) == [places[0], places[2], places[1]]
    page.click(f"#p{places[0]} button[data-by='1']")
    assert order(page) == [places[2], places[0], places[1]]
    page.click(f"#p{places[1]} [data-top]")
    assert order(page) == [places[1], places[2], places[0]]
    page.click(f"#p{places[1]} form[action$='/delete'] button")
    assert order(page) == [places[2], places[0]]
    page.click(".flash form button")
    assert order(page) == [places[1], places[2], places[0]]
    assert page.locator(".flash form").count() == 0


def test_keys_order_a_list(filled, places):
    page, path = filled()
    page.focus(f"#p{places[2]} [data-hold]")
    for _ in range(2):
        with told(page):
            page.keyboard.press("ArrowUp")
    assert order(page) == [places[2], places[0], places[1]]
    assert page.evaluate("document.activeElement.closest('.entry').id") == f"p{places[2]}"
    assert "1" in page.inner_text("[data-list-said]")
    assert kept(page, path) == [places[2], places[0], places[1]]
    page.focus(f"#p{places[2]} button[data-by='1']")
    with told(page):
        page.keyboard.press("Enter")
    assert kept(page, path) == [places[0], places[2], places[1]]
    page.focus(f"#p{places[1]} [data-top]")
    with told(page):
        page.keyboard.press("Enter")
    assert order(page) == [places[1], places[0], places[2]]
    assert page.evaluate("document.activeElement.closest('.entry').id") == f"p{places[1]}"
    assert not page.is_visible(f"#p{places[1]} [data-top]")
    assert kept(page, path) == [places[1], places[0], places[2]]


def drag(page, places):
    hold = page.locator(f"#p{places[0]} [data-hold]").bounding_box()
    goal = page.locator(f"#p{places[2]}").bounding_box()
    return hold["x"] + hold["width"] / 2, hold["y"] + hold["height"] / 2, goal["y"] + goal["height"] - 5


def test_a_mouse_drags_a_place(filled, places):
    page, path = filled()
    x, start, end = drag(page, places)
    page.mouse.move(x, start)
    page.mouse.down()
    for step in range(1, 21):
        page.mouse.move(x, start + (end - start) * step / 20)
    with told(page):
        page.mouse.up()
    assert order(page) == [places[1], places[2], places[0]]
    assert kept(page, path) == [places[1], places[2], places[0]]


def test_a_finger_drags_a_place(filled, places):
    page, path = filled(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 1600})
    x, start, end = drag(page, places)
    session = page.context.new_cdp_session(page)

    def touch(kind, y=None):
        points = [] if y is None else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for step in range(1, 21):
        touch("touchMove", start + (end - start) * step / 20)
    with told(page):
        touch("touchEnd")
    assert order(page) == [places[1], places[2], places[0]]
    assert kept(page, path) == [places[1], places[2], places[0]]


def test_a_move_that_fails_is_undone_and_said(filled, places):
    page, path = filled(loses_line=True)
    page.context.set_offline(True)
    top = page.locator(".entries").bounding_box()["y"]
    page.click(f"#p{places[0]} button[data-by='1']")
    # Seen wherever one is on the page, heard, and nothing moves for it.
    page.wait_for_selector(".toasts[role=status] .toast")
    assert order(page) == places
    assert page.locator(".entries").bounding_box()["y"] == top
    page.context.set_offline(False)
    with told(page):
        page.click(f"#p{places[0]} button[data-by='1']")
    assert kept(page, path) == [places[1], places[0], places[2]]


def test_a_link_opens_in_another_browser_until_it_is_taken_back(filled, open_page, places):
    page, path = filled()
    page.click(f"#p{places[0]} details summary")
    page.fill(f"#note-{places[0]}", "창가 자리가 좋아요")
    page.click(f"#p{places[0]} details button")
    page.goto(f"{path}/edit")
    page.check("[name=visibility][value=link]")
    page.click("main form button")
    page.wait_for_url(f"**{path}")
    link = urllib.parse.urlsplit(page.get_attribute(".list-link a", "href")).path
    other = open_page(link)
    assert order(other) == places and "창가 자리가 좋아요" in other.inner_text("main")
    assert other.locator("main form[action^='/lists']").count() == 0
    page.goto(f"{path}/edit")
    page.check("[name=visibility][value=private]")
    page.click("main form button")
    page.wait_for_url(f"**{path}")
    assert other.goto(link).status == 404
    assert other.goto(path).status == 404


def test_a_long_name_stands_beside_its_number(filled, places):
    page, _ = filled(viewport={"width": 390, "height": 900})
    number, name = page.evaluate("""id => {
        const heading = document.querySelector(`#p${id} h2`);
        const link = heading.querySelector("a");
        link.textContent = "아주 긴 이름을 가진 가게 ".repeat(4).trim();
        const words = document.createRange();
        words.selectNodeContents(link);
        const box = (rect) => ({ top: rect.top, bottom: rect.bottom, left: rect.left, right: rect.right });
        return [box(heading.querySelector("[data-number]").getBoundingClientRect()), box(words.getClientRects()[0])];
    }""", places[0])
    assert number["right"] <= name["left"]
    assert number["top"] < name["bottom"] and name["top"] < number["bottom"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_wrong_with_a_form_is_said_beside_its_field(open_page):
    page = open_page("/lists", reader="author")
    if not page.locator("main details[open]").count():
        page.click("main details summary")
    page.fill("#note", "적어 둔 말")
    page.click("main form[action='/lists'] button")
    page.wait_for_selector("#title-error")
    assert page.input_value("#note") == "적어 둔 말"
