"""What photos show: said by one tap, seen on the place, and the newest menu board first."""

import pytest
from playwright.sync_api import expect

import looks
import reviewing
from photographs import colour, picture
from reviewing import WORDS, saved
from test_reviews import writer  # noqa: F401
from users import Pointer

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def shown(site, place):
    """The colours and kinds of a place's photos."""
    photos = site.read_json(f"/places/{place}/photos")["photos"]
    return [(colour(site.request(photo["src"])[2]), photo["kind"]) for photo in photos]


def test_a_kind_goes_with_its_photo_and_is_changed_by_an_edit(writer, untouched, site):  # noqa: F811
    user, page, place = writer, writer.page, untouched.fresh()
    reviewing.begin(user, place)
    reviewing.choose_photos(user, [picture("red"), picture("green", kind="png")])
    reviewing.choose_kind(user, 1, "menu")
    reviewing.act(user, ".up:nth-child(1) button[value^='down:']")
    assert reviewing.kinds(page) == ["", "menu"]
    # Refused for its words; what was chosen stays.
    user.fill("body", "짧아요")
    reviewing.be_refused(user)
    assert reviewing.kinds(page) == ["", "menu"]
    reviewing.rate(user, 4)
    user.fill("body", WORDS)
    review = reviewing.publish(user)
    assert shown(site, place) == [("green", None), ("red", "menu")]
    captions = page.locator(".gallery .cap").all_inner_texts()
    assert len(captions) == 1 and captions[0].startswith("메뉴판 · ")
    page.goto(f"/reviews/{review}/edit")
    assert reviewing.kinds(page) == ["", "menu"]
    reviewing.choose_kind(user, 2, "inside")
    reviewing.choose_kind(user, 1, "menu")
    reviewing.publish(user)
    assert shown(site, place) == [("green", "menu"), ("red", "inside")]


def test_what_was_chosen_survives_a_refresh(open_page, untouched):
    form = reviewing.open_form(open_page, untouched)
    page = form.page
    held = []
    page.route("**/uploads", lambda route: held.append(route))
    page.set_input_files("#photos", [picture("red")])
    # Before the photo has arrived, too.
    reviewing.choose_kind(form, 1, "outside")
    with saved(page):
        held[0].continue_()
        form.fill("body", WORDS)
    expect(page.locator("[name=photo_id]")).to_have_count(1)
    with saved(page):
        form.fill("body", f"{WORDS} 또 갈래요.")
    page.reload()
    assert reviewing.kinds(page) == ["outside"]
    # By the server alone, too.
    other = open_page(f"/places/{form.place}/reviews/new", reader="member", java_script_enabled=False)
    assert reviewing.kinds(other) == ["outside"]


def test_the_newest_menu_board_stands_first_and_photos_are_narrowed(open_page, untouched, site):
    form = reviewing.open_form(open_page, untouched)
    page, place = form.page, form.place
    reviewing.choose_photos(form, [picture("red"), picture("green"), picture("blue")])
    for number, kind in ((1, "food"), (3, "menu")):
        reviewing.choose_kind(form, number, kind)
    reviewing.rate(form, 5)
    form.fill("body", WORDS)
    reviewing.publish(form)
    ids = [photo["id"] for photo in site.read_json(f"/places/{place}/photos")["photos"]]
    links = page.locator(".gallery a").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    assert links == [f"/photos/{id}" for id in (ids[2], ids[0], ids[1])]
    page.goto(f"/places/{place}/photos")
    chips = page.locator("nav.chips .chip")
    assert [" ".join(words.split()) for words in chips.all_inner_texts()] == ["모두", "메뉴판 1", "음식 1"]
    chips.nth(1).click()
    page.wait_for_url("**/photos?kind=menu")
    expect(page.locator("#list li")).to_have_count(1)
    expect(chips.nth(1)).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_chips_and_captions_hold_up_to_every_look(language, open_page, untouched):
    page = open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member", loses_line=True, **PHONE)
    place = page.url.split("/")[-3]
    user = Pointer(page)
    page.goto(f"/places/{place}/reviews/new?lang={language}")
    reviewing.choose_photos(user, [picture("white"), picture("black"), picture("yellow")])
    for number, kind in ((1, "menu"), (2, "outside")):
        reviewing.choose_kind(user, number, kind)
    assert looks.in_both_themes(page) == []
    assert looks.small_targets(page) == []
    assert looks.narrowed(page) == []
    page.evaluate("document.documentElement.style.fontSize = ''")
    reviewing.rate(user, 5)
    user.fill("body", WORDS)
    reviewing.publish(user)
    for path in (f"/places/{place}", f"/places/{place}/photos"):
        page.goto(f"{path}?lang={language}")
        expect(page.locator(".gallery .cap, .wall .cap").first).to_be_visible()
        assert looks.in_both_themes(page) == []
        assert looks.narrowed(page) == []
