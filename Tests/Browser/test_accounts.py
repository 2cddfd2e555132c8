"""Accounts as people use them, in a browser: with a mouse, with the keyboard alone, without scripts."""

import journey
import people
from users import Pointer


def test_join(user, person):
    journey.join(user, person)
    assert person.nickname in user.page.locator("header").inner_text()


def test_the_code_logs_in_where_somebody_signed_up(user, person):
    journey.sign_up(user, person)
    assert person.email in user.page.locator("main").inner_text()
    journey.verify_by_code(user, person.letter("verify").code)
    assert person.nickname in user.page.locator("header").inner_text()


def test_the_code_works_on_another_device(mouse, open_page, person):
    journey.sign_up(mouse, person)
    person.letter("verify")
    phone = Pointer(open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
    phone.page.goto("/login")
    journey.give_password(phone, person)
    assert phone.page.locator(".errsum").count() == 1
    phone.press("main a[href='/verify']")
    code = person.letter("login-unverified").code
    phone.fill("code", code)
    phone.send("/verify/code")
    assert journey.path(phone) == "/" and "인증이 끝났어요" in journey.said(phone)
    # It opened one door: it opens no other.
    mouse.page.goto("/signup/sent")
    mouse.fill("code", code)
    mouse.send("/verify/code")
    assert "인증이 끝났어요" not in mouse.page.locator("main").inner_text()


def test_a_link_followed_elsewhere_asks_for_the_password(mouse, open_page, person):
    journey.sign_up(mouse, person)
    link = person.letter("verify").paths[0]
    elsewhere = Pointer(open_page(link))
    elsewhere.fill("password", "틀린-비밀번호-1")
    elsewhere.send(link)
    assert elsewhere.page.locator("[aria-invalid=true]").count() == 1
    elsewhere.fill("password", person.password)
    elsewhere.send(link)
    assert "인증이 끝났어요" in journey.said(elsewhere)
    # The link is used up now.
    assert elsewhere.page.goto(link).status == 410


def test_the_whole_life_of_an_account(user, open_page, person, tmp_path):
    """From the sign-up to leaving and back, by one way alone."""
    journey.join(user, person)
    journey.log_out(user)
    journey.recover(user, person, "아주-다른-비밀번호-77")
    journey.log_in(user, person)
    secret, codes = journey.turn_on_two_factor(user, person)
    other = type(user)(open_page())
    journey.log_in_with_app(other, person, secret)
    journey.end_other_session(user, other.page)
    data, counts = journey.export(user, person)
    archive = tmp_path / "archive.zip"
    archive.write_bytes(data)
    brought = journey.bring(user, person, archive)
    assert brought and brought == {part: counts[part] for part in brought}
    journey.leave(user, person)
    journey.log_in_with_paper(user, person, codes[0])
    assert "취소" in journey.said(user)
    person.letter("back")
    journey.log_out_by_menu(user)


def test_changes_of_password_and_address(user, open_page, person):
    people.join(user.page, person)
    other = open_page()
    journey.log_in(Pointer(other), person)
    journey.change_password(user, person, "아주-다른-비밀번호-77")
    other.goto("/settings")
    assert "/login?next=" in other.url
    old = person.email
    undo = journey.change_email(user, person, f"new-{old}")
    journey.log_in(Pointer(other), person)
    # Whoever reads the old address can take the account back, without a login.
    elsewhere = type(user)(open_page(undo))
    elsewhere.send(undo)
    other.goto("/settings")
    assert "/login?next=" in other.url
    person.email = old
    person.read = {}
    journey.recover(Pointer(other), person, "세-번째-비밀번호-88")
    journey.log_in(Pointer(other), person)
    assert old in other.request.get("/settings").text()


def test_recovery_ends_other_sessions(user, open_page, person):
    people.join(user.page, person)
    other = Pointer(open_page())
    journey.recover(other, person, "아주-다른-비밀번호-77")
    user.page.goto("/settings/export")
    assert "/login?next=" in user.page.url
    journey.give_password(user, person)
    assert journey.path(user) == "/settings/export"
    journey.recover_by_code(user, person, "세-번째-비밀번호-88")
    journey.log_in(user, person)


def test_two_factor(user, open_page, person):
    people.join(user.page, person)
    secret, codes = journey.turn_on_two_factor(user, person)
    again = type(user)(open_page())
    journey.log_in_with_app(again, person, secret)
    journey.log_in_with_paper(type(user)(open_page()), person, codes[3])
