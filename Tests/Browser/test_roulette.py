"""Turning the roulette: by mouse, touch and keyboard, without scripts and without motion."""

import re

import pytest
from playwright.sync_api import expect

MAPO = "/roulette?from=district&district=mapo"
AGAIN = "button[data-focus=spin]"
RESULT = ".pick [data-result]"
SPINNING = ".is-spinning"


def picked(page):
    return int(re.search(r"pick=(\d+)", page.url).group(1))


def turn(page, selector=AGAIN):
    """Presses and waits until the wheel stands still."""
    before = page.url
    page.locator(selector).click()
    page.wait_for_url(lambda url: url != before and "pick=" in url)
    page.wait_for_selector(RESULT, state="visible")


def test_every_hand_can_turn_it(user):
    page = user.page
    page.goto(MAPO)
    user.reach(AGAIN) if hasattr(user, "reach") else None
    if hasattr(user, "reach"):
        page.keyboard.press("Enter")
    else:
        page.locator(AGAIN).click()
    page.wait_for_url("**/roulette?*pick=*")
    page.wait_for_selector(RESULT, state="visible")
    first = picked(page)
    assert page.locator(RESULT).inner_text()
    assert re.search(r"\d+곳 중에서 골랐어요", page.locator(".pick .badge").first.inner_text())
    page.reload()
    assert picked(page) == first and page.locator(RESULT).is_visible()


def test_the_wheel_turns_and_then_the_result_is_said(open_page):
    page = open_page(MAPO)
    page.locator(AGAIN).click()
    page.wait_for_selector(SPINNING)
    assert not page.locator(RESULT).is_visible()
    assert page.locator("[data-spun]").inner_text() == ""
    assert page.locator(AGAIN).is_visible()
    page.wait_for_selector(RESULT, state="visible", timeout=6_000)
    name = page.locator(RESULT).inner_text()
    assert name in page.locator("[data-spun]").inner_text()
    assert page.evaluate("document.activeElement.matches('[data-result]')")
    assert page.locator(".wheel .hit").count() == 1


def test_again_gives_another_and_going_back_does_not_turn(open_page):
    page = open_page(MAPO, reduced_motion="reduce")
    turn(page)
    first = picked(page)
    turn(page)
    second = picked(page)
    assert first != second
    page.go_back()
    page.wait_for_url(f"**pick={first}")
    page.wait_for_selector(f"#p{first}")
    assert page.locator(SPINNING).count() == 0
    page.reload()
    assert page.locator(f"#p{first}").is_visible() and page.locator(SPINNING).count() == 0


def test_not_this_one_leaves_it_out(open_page):
    page = open_page(MAPO, reduced_motion="reduce")
    turn(page)
    first = picked(page)
    turn(page, "button[data-focus=not]")
    assert picked(page) != first and f"not={first}" in page.url
    page.locator(f".chip:has([name=not][value='{first}'])").click()
    page.wait_for_url(lambda url: "not=" not in url)


def test_without_motion_nothing_turns(open_page):
    page = open_page(MAPO, reduced_motion="reduce")
    page.evaluate("new MutationObserver(() => { if (document.querySelector('.is-spinning')) window.turned = true; })"
                  ".observe(document.body, { subtree: true, childList: true, attributes: true })")
    turn(page)
    page.wait_for_function("document.querySelector('[data-spun]').textContent !== ''")
    assert page.evaluate("window.turned") is None
    assert page.evaluate("document.activeElement.matches('[data-result]')")


def test_by_touch(open_page):
    page = open_page(MAPO, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.locator(AGAIN).tap()
    page.wait_for_selector(RESULT, state="visible", timeout=8_000)
    assert picked(page)


def test_on_a_phone_wheel_and_button_share_the_screen_and_the_hub_turns_it(open_page):
    page = open_page(MAPO, viewport={"width": 390, "height": 844})
    tabs = page.locator(".tabbar").bounding_box()["y"]
    for shown in (page.locator(".wheel"), page.locator(AGAIN)):
        box = shown.bounding_box()
        assert box["y"] > 0 and box["y"] + box["height"] <= tabs
    # Turned from below it, it comes into view first.
    page.evaluate("document.body.style.paddingBlockEnd = '200dvb'; scrollTo({ top: 900, behavior: 'instant' })")
    page.evaluate("document.querySelector('.hub-spin').click()")
    page.wait_for_selector(SPINNING)
    expect(page.locator(".wheel")).to_be_in_viewport()
    page.wait_for_selector(RESULT, state="visible")


def test_on_a_desktop_the_filters_stand_in_one_row(open_page):
    page = open_page(MAPO, viewport={"width": 1280, "height": 800})
    shown = [field.bounding_box() for field in page.locator(".roulette-form fieldset:visible").all()]
    assert len(shown) > 1
    assert max(box["y"] for box in shown) < min(box["y"] + box["height"] for box in shown)


def test_filters_change_the_pool_in_place(open_page):
    page = open_page("/roulette?from=district", reduced_motion="reduce")
    page.locator(".seg label:has([name=kind][value=bookshop])").click()
    page.wait_for_url("**/roulette?from=district&kind=bookshop")
    page.locator("details details summary").first.click()
    page.locator(".chip:has([name=district][value=mapo])").click()
    page.wait_for_url("**/roulette?from=district&kind=bookshop&district=mapo")
    assert page.locator("details[open]").count() == 1
    turn(page)
    assert page.locator(".pick .plate--book").count() == 1


def test_filters_work_without_scripts(open_page):
    page = open_page("/roulette?from=district", java_script_enabled=False)
    page.locator(".seg label:has([name=kind][value=bookshop])").click()
    with page.expect_navigation():
        page.locator("[data-apply]").click()
    assert page.url.endswith("/roulette?from=district&kind=bookshop")


def test_near_me_asks_for_the_position(open_page):
    page = open_page(
        "/roulette?from=district", geolocation={"latitude": 37.5563, "longitude": 126.9236},
        permissions=["geolocation"], reduced_motion="reduce")
    page.locator(".seg label:has([name=from][value=nearby])").click()
    page.wait_for_url("**/roulette?from=nearby&near=37.55,126.92")
    turn(page)


def test_a_refused_position_is_said(open_page):
    page = open_page("/roulette?from=nearby")
    said = page.locator("[data-denied]")
    assert not said.is_visible()
    page.locator("[data-locate]").click()
    said.wait_for(state="visible")
    assert "지역을 골라 주세요" in said.inner_text()


def test_a_cut_line_is_said_and_the_page_stays(open_page):
    page = open_page(MAPO, loses_line=True, reduced_motion="reduce")
    said = page.locator("[data-roulette] [data-cut]")
    page.context.set_offline(True)
    page.locator(AGAIN).click()
    said.wait_for(state="visible")
    assert "연결이 불안정해요" in said.inner_text()
    chosen = page.locator("[name=kind][value='']")
    page.locator(".seg label:has([name=kind][value=bookshop])").click()
    expect(chosen).to_be_checked()
    assert page.url.endswith(MAPO)
    page.context.set_offline(False)
    turn(page)
    assert not said.is_visible()


@pytest.mark.parametrize("can_share", [True, False])
def test_a_result_is_shared_by_a_page_of_its_own(can_share, open_page):
    page = open_page(reduced_motion="reduce")
    page.add_init_script(
        "window.shared = []; navigator.share = async (page) => { shared.push(page.url); };" if can_share else
        "window.shared = []; Object.defineProperty(navigator, 'share', { value: undefined });"
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { shared.push(text); } } });")
    page.goto(MAPO)
    turn(page)
    page.locator("[data-share-link]").click()
    page.wait_for_function("window.shared.length === 1")
    address = page.evaluate("window.shared[0]")
    assert address.endswith(f"/roulette/picks/{picked(page)}")
    page.goto(address)
    assert page.locator("h1").inner_text() == "룰렛이 고른 곳"
