"""Hearts: pressed by mouse, touch, keyboard and without scripts; undone; refused; and set after a login or a sign-up."""

import re

import journey
import pytest

from users import Keyboard, Pointer
from people import join

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def keeper(open_page, person):
    """Opens pages of one person with an account."""
    first = open_page(java_script_enabled=False)
    join(first, person)
    state = first.context.storage_state()
    return lambda path, **options: open_page(path, storage_state=state, **options)


@pytest.fixture(scope="module")
def places(site):
    return [place["id"] for place in site.read_json("/districts/jongno")["places"]]


def heart(page, place):
    return page.locator(f"form[data-heart='{place}'] button")


def is_kept(page, place):
    answer = page.request.get(f"/places/{place}", headers={"Accept": "application/json"}).json()
    return answer["place"]["hearted"]


def shows(page, place, pressed):
    page.locator(f"form[data-heart='{place}'] button[aria-pressed={str(pressed).lower()}]").wait_for()


def says(page, words):
    page.locator(".toasts", has_text=words).wait_for()


def press_by(way, page, place):
    if way == "touch":
        heart(page, place).tap()
    elif way == "keyboard":
        Keyboard(page).reach(f"form[data-heart='{place}'] button")
        page.keyboard.press("Space")
    else:
        heart(page, place).click()


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_heart_is_pressed_and_taken_back_in_place(keeper, places, way):
    page = keeper("/districts/jongno", has_touch=way == "touch", viewport=PHONE)
    here, place = page.url, places[1]
    press_by(way, page, place)
    shows(page, place, True)
    says(page, "찜했어요")
    assert is_kept(page, place)
    press_by(way, page, place)
    says(page, "찜을 해제했어요")
    assert not is_kept(page, place)
    undo = page.locator(".toast button", has_text="되돌리기")
    if way == "keyboard":
        Keyboard(page).reach(".toast button")
        page.keyboard.press("Enter")
    else:
        undo.click()
    says(page, "찜했어요")
    assert is_kept(page, place) and page.url == here


def test_the_page_of_a_place_counts_its_hearts(keeper, places):
    place = places[2]
    page = keeper(f"/places/{place}")
    count = heart(page, place).locator("[data-hearts]")
    before = int(count.inner_text() or 0)
    heart(page, place).click()
    says(page, "찜했어요")
    assert int(count.inner_text()) == before + 1
    page.reload()
    assert int(count.inner_text()) == before + 1
    heart(page, place).click()
    says(page, "찜을 해제했어요")
    assert int(count.inner_text() or 0) == before


def test_without_scripts_the_page_comes_back_to_the_card_with_a_way_back(keeper, places):
    place = places[3]
    page = keeper("/districts/jongno", java_script_enabled=False)
    heart(page, place).click()
    assert page.url.endswith(f"/districts/jongno#p{place}") and "찜했어요" in journey.said(Pointer(page))
    shows(page, place, True)
    heart(page, place).click()
    shows(page, place, False)
    assert "찜을 해제했어요" in journey.said(Pointer(page))
    page.locator(".flash button", has_text="되돌리기").click()
    shows(page, place, True)
    assert is_kept(page, place)


@pytest.mark.parametrize("presses", [2, 5])
def test_the_last_of_many_fast_presses_counts(keeper, places, presses):
    place = places[4]
    page = keeper("/districts/jongno")
    page.route("**/favourites/**", lambda route: (page.wait_for_timeout(150), route.continue_()))
    page.evaluate(
        "([place, presses]) => { for (let n = 0; n < presses; n++)"
        " document.querySelector(`form[data-heart='${place}'] button`).click() }", [place, presses])
    wanted = presses % 2 == 1
    shows(page, place, wanted)
    page.locator(".toast").wait_for()
    shows(page, place, wanted)
    assert is_kept(page, place) == wanted


def test_a_cut_line_and_a_refusal_undo_the_heart_with_words(keeper, places):
    place = places[5]
    page = keeper("/districts/jongno", loses_line=True)
    page.route("**/favourites/**", lambda route: route.abort())
    heart(page, place).click()
    says(page, "연결이 불안정")
    shows(page, place, False)
    page.unroute("**/favourites/**")
    problem = {"title": "x", "status": 429, "detail": "잠깐 쉬었다가 해 주세요.", "errors": {}}
    page.route("**/favourites/**", lambda route: route.fulfill(status=429, json=problem))
    heart(page, place).click()
    says(page, "잠깐 쉬었다가")
    shows(page, place, False)
    page.unroute("**/favourites/**")
    heart(page, place).click()
    says(page, "찜했어요")
    assert is_kept(page, place)


def test_a_toast_waits_for_whoever_points_at_it(keeper, places):
    place = places[6]
    page = keeper("/districts/jongno")
    page.clock.install()
    heart(page, place).click()
    says(page, "찜했어요")
    page.locator(".toast").hover()
    page.clock.fast_forward(30_000)
    assert page.locator(".toast").count() == 1
    page.mouse.move(0, 0)
    page.clock.fast_forward(7_000)
    assert page.locator(".toast").count() == 1
    page.clock.fast_forward(2_000)
    assert page.locator(".toast").count() == 0


def focused(page):
    return page.evaluate("(document.activeElement.closest('.toast') ? 'toast ' : '') + document.activeElement.outerHTML")


def test_by_keyboard_the_way_back_stands_right_behind_the_heart(keeper, places):
    place = places[10]
    page = keeper("/districts/jongno")
    page.clock.install()
    Keyboard(page).reach(f"form[data-heart='{place}'] button")
    page.keyboard.press("Tab")
    behind = focused(page)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    says(page, "찜했어요")
    page.keyboard.press("Tab")
    assert focused(page).startswith("toast ")
    # It waits for whoever is there, though the mouse leaves it meanwhile.
    page.locator(".toast").hover()
    page.mouse.move(0, 0)
    page.clock.fast_forward(30_000)
    page.keyboard.press("Enter")
    says(page, "찜을 해제했어요")
    assert place == int(page.evaluate("document.activeElement.form.dataset.heart"))
    assert not is_kept(page, place)
    # On from it is on from the heart, and back is the heart.
    page.keyboard.press("Tab")
    assert focused(page).startswith("toast ")
    page.keyboard.press("Tab")
    assert focused(page) == behind
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert place == int(page.evaluate("document.activeElement.form.dataset.heart"))
    page.clock.fast_forward(9_000)
    assert page.locator(".toast").count() == 0
    page.keyboard.press("Tab")
    assert focused(page) == behind


def press_as_a_visitor(user, site, place):
    user.page.goto("/districts/jongno")
    button = f"form[data-heart='{place}'] button"
    user.press(button)
    assert "찜해 드릴게요" in user.page.locator("h1").inner_text()


def is_back(user, place):
    assert journey.path(user) == f"/districts/jongno#p{place}"
    assert "로그인하기 전에 누른 곳을 찜했어요" in journey.said(user)
    shows(user.page, place, True)


def test_a_visitors_heart_is_set_by_the_login(user, person, site, places, open_page):
    join(open_page(java_script_enabled=False), person)
    press_as_a_visitor(user, site, places[7])
    journey.give_password(user, person)
    is_back(user, places[7])


def test_a_visitors_heart_is_set_after_signing_up(user, person, site, places):
    press_as_a_visitor(user, site, places[8])
    user.press("main a[href^='/signup?next=']")
    user.fill("email", person.email)
    user.fill("nickname", person.nickname)
    user.fill("password", person.password)
    user.tick("agree_terms")
    user.tick("agree_privacy")
    user.send("/signup")
    journey.verify(user, person)
    journey.give_password(user, person)
    is_back(user, places[8])


def test_a_session_that_ended_meanwhile_leads_to_the_login(keeper, places, person):
    place = places[9]
    page = keeper("/districts/jongno")
    page.context.clear_cookies(name=re.compile("session"))
    with page.expect_navigation():
        heart(page, place).click()
    user = Pointer(page)
    journey.give_password(user, person)
    is_back(user, place)
