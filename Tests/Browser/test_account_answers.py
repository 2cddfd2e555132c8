"""What pages show after a form was sent holds up as every page does: mistakes, a lost session, recovery codes."""

import pytest

import journey
import looks
from users import Pointer


@pytest.fixture(params=["ko-KR", "en-GB"])
def check(request, open_page):
    """A page in that language, and what is to be looked at on each of its answers."""
    user = Pointer(open_page(locale=request.param, bypass_csp=True))

    def look(answer):
        assert user.page.locator("html").get_attribute("lang") == request.param[:2]
        for width in (1280, 390):
            user.page.set_viewport_size({"width": width, "height": 844})
            assert user.page.evaluate(looks.TOO_WIDE) == [], (answer, width)
            assert looks.in_both_themes(user.page) == [], (answer, width)
        assert user.page.evaluate(looks.TOO_SMALL) == [], answer
        user.page.set_viewport_size({"width": 320, "height": 844})
        assert user.page.evaluate(looks.TOO_WIDE) == [], (answer, 320)
        user.page.set_viewport_size({"width": 1280, "height": 900})

    return user, look, request.param[:2]


def test_mistakes(check):
    user, look, _ = check
    user.page.goto("/signup")
    user.fill("email", "x")
    user.fill("nickname", "x")
    user.send("/signup")
    look("sign-up")
    user.page.goto("/login")
    user.fill("email", "nobody@haneul.example")
    user.fill("password", "틀린-비밀번호-1")
    user.send("/login")
    look("login")
    user.page.goto("/verify")
    user.fill("code", "12")
    user.send("/verify/code")
    look("code")


def test_a_lost_session_and_what_waited(check, readers):
    user, look, language = check
    person, page = readers.join("absent")
    page.context.close()
    # An account's language goes before the browser's.
    person.change("UPDATE accounts SET language = ? WHERE id = ?", language)
    journey.log_in(user, person)
    user.page.goto("/settings/export")
    person.change("DELETE FROM sessions WHERE account_id = ?")
    user.send("/settings/export")
    look("login needed")
    journey.give_password(user, person)
    look("resume")


def test_settings_with_mistakes_and_recovery_codes(check, readers):
    user, look, language = check
    person, page = readers.join("careless")
    page.context.close()
    # An account's language goes before the browser's.
    person.change("UPDATE accounts SET language = ? WHERE id = ?", language)
    journey.log_in(user, person)
    for path, field in [("email", "new_email"), ("password", "password"), ("profile", "nickname"), ("delete", "confirm")]:
        user.page.goto(f"/settings/{path}")
        user.fill(field, "x")
        user.send(f"/settings/{path}")
        assert user.page.locator(".errsum").count() == 1
        look(path)
    journey.turn_on_two_factor(user, person)
    look("recovery codes")
