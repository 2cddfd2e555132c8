"""What the forms of accounts do for people and for password managers, beside being sent."""

import re

import pytest

import journey
from users import Pointer
from pages import PAGES, READERS
from people import Readers
from playwright.sync_api import expect

# What browsers and password managers are told a field is, by page and name.
AUTOCOMPLETE = {
    "sign-up": {"email": "username", "nickname": "nickname", "password": "new-password"},
    "login": {"email": "username", "password": "current-password"},
    "recover": {"email": "username"},
    "recover by code": {"email": "username", "code": "one-time-code"},
    "choose a password": {"": "username", "password": "new-password"},
    "signed up": {"code": "one-time-code", "email": "email"},
    "verify again": {"code": "one-time-code", "email": "email"},
    "verify elsewhere": {"password": "current-password", "new_password": "new-password"},
    "dead recovery": {"email": "username"},
    "dead verification": {"email": "email"},
    "confirm the password": {"": "username", "password": "current-password"},
    "profile": {"nickname": "nickname"},
    "change the address": {"new_email": "email", "password": "current-password"},
    "change the password": {"": "username", "current": "current-password", "password": "new-password"},
    "leave": {"": "username", "confirm": "off", "password": "current-password"},
    "login code": {"code": "one-time-code"},
    "login code on paper": {"code": "off"},
    "two-factor": {"code": "one-time-code"},
}
FIELDS = "main input:is([type=text],[type=email],[type=password])"


@pytest.mark.parametrize("name", AUTOCOMPLETE)
def test_password_managers_know_every_field(name, open_page, some):
    page = open_page(PAGES[name].format(**some), reader=READERS[name])
    found = page.locator(FIELDS).evaluate_all("all => all.map(e => [e.name, e.autocomplete])")
    assert dict(found) == AUTOCOMPLETE[name]
    types = page.locator(FIELDS).evaluate_all("all => all.map(e => [e.name, e.type, e.inputMode])")
    for field, kind, mode in types:
        if "password" in field:
            assert kind == "password"
        if field == "email":
            assert kind == "email"
        if field == "code" and AUTOCOMPLETE[name]["code"] == "one-time-code":
            assert mode == "numeric"


@pytest.mark.parametrize("name", ["sign-up", "login"])
def test_name_and_password_stand_in_one_form(name, open_page, some):
    """Password managers keep the pair that was sent together."""
    page = open_page(PAGES[name].format(**some))
    form = page.locator("main form:has([autocomplete=username]):has(input[type=password])")
    assert form.count() == 1
    order = form.locator("input:not([type=hidden])").evaluate_all("all => all.map(e => e.autocomplete)")
    assert order.index("username") < next(i for i, word in enumerate(order) if word.endswith("-password"))


@pytest.mark.parametrize("name", AUTOCOMPLETE)
def test_every_field_has_a_label_and_nothing_forbids_pasting(name, open_page, some):
    page = open_page(PAGES[name].format(**some), reader=READERS[name])
    for field in page.locator("main :is(input:not([type=hidden],[hidden]),textarea)").all():
        assert field.evaluate("e => [...e.labels].map(l => l.textContent.trim()).join('')")
        assert field.get_attribute("onpaste") is None and field.get_attribute("maxlength") is None


def test_the_strength_of_a_password_is_said_in_words(open_page):
    page = open_page("/signup")
    words = page.locator("[role=status][data-strength]")
    said = [""]
    for typed in ["짧아요", "aaaaaaaa", "banana77", "조용한-달빛-산책-42", ""]:
        page.fill("[name=password]", typed)
        expect(words).not_to_have_text(said[-1])
        said.append(words.inner_text())
    assert said[-1] == "" and len(set(said)) == 5


def test_a_password_can_be_shown_and_hidden(open_page):
    page = open_page("/login")
    field = page.locator("[name=password]")
    field.fill("조용한-달빛")
    button = page.locator(f"button[aria-controls={field.get_attribute('id')}]")
    shows = button.inner_text()
    # A screen reader hears which field it is about.
    assert shows in button.get_attribute("aria-label") and button.get_attribute("aria-label") != shows
    button.click()
    assert field.get_attribute("type") == "text" and button.inner_text() != shows
    assert field.evaluate("e => e === document.activeElement")
    button.click()
    assert field.get_attribute("type") == "password" and field.input_value() == "조용한-달빛"
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44


def test_what_is_left_of_a_limit_is_counted(open_page):
    page = open_page("/signup")
    count = page.locator("#nickname ~ [role=status]")
    page.fill("[name=nickname]", "가람")
    expect(count).to_contain_text("18")
    # One character to whoever types it, however many code units.
    page.fill("[name=nickname]", "👩‍👩‍👧‍👦" * 21)
    expect(count).to_have_class("hint live bad")
    expect(count).to_contain_text("1")


@pytest.mark.parametrize("width", [320, 1280])
def test_what_is_said_while_typing_moves_nothing(width, open_page):
    """A button that moves away under a finger is not pressed."""
    page = open_page("/signup", viewport={"width": width, "height": 900})
    button = page.locator("form[action='/signup'] button:not([type=button])")
    before = button.bounding_box()
    for name, typed in [("nickname", "가람"), ("password", "조용한-달빛"), ("password", "조용한-달빛-산책-42")]:
        page.fill(f"[name={name}]", typed)
        said = page.locator(f".field:has([name={name}]) > [role=status]")
        expect(said).not_to_be_empty()
        assert button.bounding_box() == before


def test_mistakes_are_summed_up_and_lead_to_their_fields(user):
    page = user.page
    page.goto("/signup")
    user.fill("email", "이메일 아님")
    user.fill("nickname", "가")
    user.fill("password", "짧아요")
    user.tick("agree_terms")
    user.send("/signup")
    summary = page.locator(".errsum")
    assert summary.get_attribute("role") == "alert"
    assert summary.evaluate("e => e === document.activeElement")
    links = summary.locator("a")
    targets = links.evaluate_all("all => all.map(e => e.hash.slice(1))")
    assert targets == ["email", "nickname", "password", "agree_privacy"]
    for target in targets:
        field = page.locator(f"#{target}")
        assert field.get_attribute("aria-invalid") == "true"
        said = page.locator(f"#{field.get_attribute('aria-describedby').split()[0]}").inner_text()
        label = field.evaluate("e => e.type == 'checkbox' ? '' : `${e.labels[0].innerText.trim()}: `")
        assert summary.locator(f"a[href='#{target}']").inner_text().strip() == label + said.strip()
    # What was typed is there; a password is not.
    assert page.locator("[name=email]").input_value() == "이메일 아님"
    assert page.locator("[name=nickname]").input_value() == "가"
    assert page.locator("[name=password]").input_value() == ""
    assert page.locator("[name=agree_terms]").is_checked()
    links.nth(1).focus()
    page.keyboard.press("Enter")
    page.keyboard.insert_text("람")
    assert "람" in page.locator("[name=nickname]").input_value()


def test_a_wrong_login_keeps_the_form_and_names_neither(open_page, readers):
    readers.state("member")
    said = []
    for address in [readers.people["member"].email, "nobody@haneul.example"]:
        user = Pointer(open_page("/login?next=/about"))
        user.fill("email", address)
        user.fill("password", "틀린-비밀번호-1")
        user.tick("remember")
        user.send("/login")
        assert user.page.locator("[name=email]").input_value() == address
        assert user.page.locator("[name=remember]").is_checked()
        assert user.page.locator("main [name=next]").get_attribute("value") == "/about"
        said.append(user.page.locator(".errsum").inner_text())
    assert said[0] == said[1]


def test_what_was_written_outlives_the_session(user, site, chromium):
    """Sent when the session had ended: the words wait through the login and are sent on."""
    readers = Readers(chromium, site)
    person, page = readers.join("member")
    page.context.close()
    journey.log_in(user, person)
    user.page.goto("/settings/export")
    person.change("DELETE FROM sessions WHERE account_id = ?")
    user.send("/settings/export")
    assert user.page.locator("main form[action='/login']").count() == 1
    journey.give_password(user, person)
    assert user.page.locator("main form[action='/settings/export']").count() == 1
    user.send("/settings/export")
    assert journey.path(user) == "/settings/export"
    person.letter("export-ready", within=30)


def test_a_stranger_keeps_language_theme_and_flash(open_page, person):
    """By cookies, without an account."""
    page = open_page("/signup", color_scheme="light")
    for field, value in [("lang", "en"), ("theme", "dark")]:
        with page.expect_navigation():
            button = page.locator(f"form[action='/preferences'] button[name={field}][value={value}]")
            button.locator("visible=true").first.click()
    page.goto("/verify")
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.fill("#resend-email", person.email)
    with page.expect_navigation():
        page.locator("form[action='/verify'] button").click()
    assert re.search("mail", page.locator(".flash[role=status]").inner_text())
    page.reload()
    assert page.locator(".flash").count() == 0
