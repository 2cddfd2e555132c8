"""What the photos of a review show, said by one tap."""

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


@pytest.mark.parametrize("language", ["ko", "en"])
def test_chips_hold_up_to_every_look(language, open_page, untouched):
    page = open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member", loses_line=True, **PHONE)
    user = Pointer(page)
    page.goto(f"{page.url}?lang={language}")
    reviewing.choose_photos(user, [picture("white"), picture("black"), picture("yellow")])
    for number, kind in ((1, "menu"), (2, "outside")):
        reviewing.choose_kind(user, number, kind)
    assert looks.in_both_themes(page) == []
    assert looks.small_targets(page) == []
    assert looks.narrowed(page) == []
