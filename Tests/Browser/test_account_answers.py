"""What pages show after a form was sent holds up as every page does: mistakes, a lost session, recovery codes."""

import pytest

import journey
import looks
from hands import Pointer


@pytest.fixture(params=["ko-KR", "en-GB"])
def check(request, open_page):
    """A page in that language, and what is to be looked at on each of its answers."""
    hand = Pointer(open_page(locale=request.param, bypass_csp=True))

    def look(answer):
        assert hand.page.locator("html").get_attribute("lang") == request.param[:2]
        for width in (1280, 390):
            hand.page.set_viewport_size({"width": width, "height": 844})
            assert hand.page.evaluate(looks.TOO_WIDE) == [], (answer, width)
            assert looks.in_both_themes(hand.page) == [], (answer, width)
        assert hand.page.evaluate(looks.TOO_SMALL) == [], answer
        hand.page.set_viewport_size({"width": 320, "height": 844})
        assert hand.page.evaluate(looks.TOO_WIDE) == [], (answer, 320)
        hand.page.set_viewport_size({"width": 1280, "height": 900})

    return hand, look, request.param[:2]


def test_mistakes(check):
    hand, look, _ = check
    hand.page.goto("/signup")
    hand.fill("email", "x")
    hand.fill("nickname", "x")
    hand.send("/signup")
    look("sign-up")
    hand.page.goto("/login")
    hand.fill("email", "nobody@haneul.example")
    hand.fill("password", "틀린-비밀번호-1")
    hand.send("/login")
    look("login")
    hand.page.goto("/verify")
    hand.fill("code", "12")
    hand.send("/verify/code")
    look("code")


def test_a_lost_session_and_what_waited(check, readers):
    hand, look, language = check
    person, page = readers.join("absent")
    page.context.close()
    # An account's language goes before the browser's.
    person.change("UPDATE accounts SET language = ? WHERE id = ?", language)
    journey.log_in(hand, person)
    hand.page.goto("/settings/export")
    person.change("DELETE FROM sessions WHERE account_id = ?")
    hand.send("/settings/export")
    look("login needed")
    journey.give_password(hand, person)
    look("resume")


def test_settings_with_mistakes_and_recovery_codes(check, readers):
    hand, look, language = check
    person, page = readers.join("careless")
    page.context.close()
    # An account's language goes before the browser's.
    person.change("UPDATE accounts SET language = ? WHERE id = ?", language)
    journey.log_in(hand, person)
    for path, field in [("email", "new_email"), ("password", "password"), ("profile", "nickname"), ("delete", "confirm")]:
        hand.page.goto(f"/settings/{path}")
        hand.fill(field, "x")
        hand.send(f"/settings/{path}")
        assert hand.page.locator(".errsum").count() == 1
        look(path)
    journey.turn_on_two_factor(hand, person)
    look("recovery codes")
