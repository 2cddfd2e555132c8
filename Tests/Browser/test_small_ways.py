"""Small ways that people take every day: a notice that is seen, a position that is refused, a choice that is enough."""

import pytest

import looks
from listing import make_list, order, put
from moderating import write

SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]


def is_seen(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box is not None and 0 <= box["y"] and box["y"] + box["height"] <= page.viewport_size["height"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scripts", [True, False])
def test_the_thanks_for_a_report_are_seen_and_lead_to_it(open_page, untouched, size, scripts):
    author, page = open_page(reader="author"), open_page(reader="member", viewport=size, java_script_enabled=scripts)
    review = write(author, untouched.fresh())
    page.goto(f"/reports/new?target=review:{review}")
    page.check("[name=reason][value=spam]")
    page.click("main form button")
    page.wait_for_url(f"**#r{review}")
    assert is_seen(page, ".flash--said")
    # What was reported is not covered by it.
    said, shown = page.locator(".flash--said").bounding_box(), page.locator(f"#r{review}").bounding_box()
    assert said["y"] + said["height"] <= shown["y"] or said["y"] >= shown["y"] + shown["height"]
    page.click(".flash--said a")
    page.wait_for_url("**/my/standing#sent")
    assert "접수했어요" in page.inner_text("#sent") and "리뷰 신고" in page.inner_text("#sent")


@pytest.mark.parametrize("size", SIZES)
def test_a_refused_position_is_said_on_lists_too(open_page, size):
    page = open_page("/places?sort=distance", viewport=size)
    said = page.locator("#near-denied")
    assert not said.is_visible()
    page.locator("main a[data-near]").first.click()
    said.wait_for(state="visible")
    assert "골라 주세요" in said.inner_text()
    page.goto("/")
    page.get_by_text("내 주변").locator("visible=true").first.click()
    page.locator("main .err[role=alert]").locator("visible=true").first.wait_for()
    assert page.url.endswith("/") and "골라 주세요" in page.locator("main .err[role=alert]").first.inner_text()


def test_an_order_of_reviews_needs_no_second_press(open_page, some):
    page = open_page(f"/places/{some['reviewed']}")
    form = page.locator("form:has([name=sort])")
    assert not form.locator("button").is_visible()
    form.locator("[name=sort]").select_option("low")
    page.wait_for_url("**/reviews?*sort=low")


def test_an_order_of_reviews_is_pressed_without_scripts(open_page, some):
    page = open_page(f"/places/{some['reviewed']}", java_script_enabled=False)
    form = page.locator("form:has([name=sort])")
    form.locator("[name=sort]").select_option("low")
    form.locator("button").click()
    page.wait_for_url("**/reviews?*sort=low")


@pytest.mark.parametrize("touch", [True, False])
def test_chosen_stars_keep_their_colour_under_a_finger(open_page, untouched, touch):
    page = open_page(reader="author", viewport=SIZES[0], has_touch=touch)
    page.goto(f"/places/{untouched.fresh()}/reviews/new")
    star = page.locator(".rate label").nth(3)
    fill = "label => getComputedStyle(label.querySelector('svg')).fill"
    # What stays under the pointer is what a finger leaves behind where a device says that it can hover.
    star.tap() if touch else star.click()
    assert page.locator("[name=rating][value='4']").is_checked()
    colours = [page.locator(".rate label").nth(index).evaluate(fill) for index in range(5)]
    # Whatever a finger leaves behind, the fourth is as full as the first.
    assert len(set(colours[:4])) == 1 and colours[4] != colours[0]
    page.locator("h1").tap() if touch else page.mouse.move(0, 0)
    assert [page.locator(".rate label").nth(index).evaluate(fill) for index in range(5)] == colours


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_a_list_is_filled_where_it_is(open_page, site, size, scripts):
    page = open_page(reader="author", viewport=size, java_script_enabled=scripts)
    path = make_list(page, "찾아서 담기")
    place = site.read_json("/districts/mapo?kind=restaurant&sort=name")["places"][0]
    page.fill("#find-q", place["name"])
    page.press("#find-q", "Enter")
    page.wait_for_url("**find=**")
    assert is_seen(page, "#find")
    page.locator(f"#find form:has([value='{place['id']}']) button").click()
    page.wait_for_selector("#find .badge")
    assert page.url.split("?")[0].endswith(path) and order(page) == [place["id"]]
    assert is_seen(page, ".flash--said")


def test_the_notice_after_filling_a_list_leads_to_it(open_page, site):
    page = open_page(reader="author", viewport=SIZES[0])
    path = make_list(page, "비 오는 날")
    place = site.read_json("/districts/mapo?kind=restaurant&sort=name")["places"][1]["id"]
    put(page, place, path)
    assert "‘비 오는 날’에 담았어요." in page.inner_text(".flash--said")
    page.click(".flash--said a")
    page.wait_for_url(f"**{path}")


def test_of_two_who_order_a_list_both_see_the_servers_order(open_page, site, readers):
    places = [place["id"] for place in site.read_json("/places?kind=restaurant&sort=name")["places"][:3]]
    owner, other = open_page(reader="author"), open_page(reader="author")
    path = make_list(owner, "같이 고르기")
    for place in places:
        put(owner, place, path)
    owner.goto(path)
    other.goto(path)
    # The last becomes the first, which the other does not see.
    with owner.expect_response("**/entries"):
        owner.locator(f"#p{places[2]} [data-top]").click()
    with other.expect_response("**/entries"):
        other.locator(f"#p{places[1]} [data-top]").click()
    wanted = [places[1], places[2], places[0]]
    other.wait_for_function(
        "wanted => [...document.querySelectorAll('.entry')].map(row => Number(row.dataset.place)).join() === wanted",
        arg=",".join(map(str, wanted)))
    assert other.locator("[data-number]").all_inner_texts() == ["1", "2", "3"]
    owner.reload()
    assert order(owner) == wanted


@pytest.mark.parametrize("scripts", [True, False])
def test_the_day_of_a_review_is_noted_with_one_press(open_page, untouched, scripts):
    page = open_page(reader="author", java_script_enabled=scripts, viewport=SIZES[0])
    place = untouched.fresh()
    page.goto(f"/places/{place}/reviews/new")
    page.locator(".rate label").nth(4).click()
    page.fill("#body", "국물이 맑고 깊어서 다시 가고 싶은 집이에요.")
    page.fill("#visited_on", "2026-11-01")
    page.click("main form[data-review] button[value=publish]:visible")
    page.wait_for_url("**#r*")
    assert is_seen(page, ".flash--said")
    with page.expect_navigation():
        page.click(".flash--said button")
    page.goto(f"/my/visits?place={place}")
    assert page.locator("a[href*='day=2026-11-01']").count() == 1


def test_each_day_of_the_week_fits_beside_large_letters(open_page, some):
    page = open_page(f"/places/{some['with_hours']}?lang=en", viewport={"width": 390, "height": 844})
    for row in page.locator(".week tr").all():
        # As it is on that day.
        page.evaluate("for (const row of document.querySelectorAll('.week tr')) row.removeAttribute('aria-current')")
        row.evaluate("row => row.setAttribute('aria-current', 'date')")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(looks.TOO_WIDE) == [], row.inner_text()
