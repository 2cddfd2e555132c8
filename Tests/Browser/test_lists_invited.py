"""Asking somebody to work on a list with one."""

import pytest

from listing import make_list


@pytest.mark.parametrize("scripts", [True, False])
def test_somebody_is_invited_and_accepts(open_page, readers, scripts):
    owner = open_page(reader="author", java_script_enabled=scripts)
    path = make_list(owner, "함께 가요")
    asked = open_page(reader="member", java_script_enabled=scripts, viewport={"width": 320, "height": 700})
    owner.fill("#nickname", readers.people["member"].nickname)
    owner.click("main form[action$='/collaborators'] button")
    owner.wait_for_selector(".list-person .badge")
    # Every page says so, and the list's own address is the question.
    asked.goto("/about")
    assert asked.locator(".top .avatar--news").count() == 1
    assert asked.goto(path).status == 200 and "함께 가요" in asked.inner_text(".list-asked")
    asked.goto("/lists")
    assert "함께 가요" in asked.inner_text(".list-asked")
    assert asked.evaluate("document.documentElement.scrollWidth") <= 320
    asked.click(f"main form[action='{path}/collaborators/accept'] button")
    asked.wait_for_url(f"**{path}")
    assert asked.inner_text("h1") == "함께 가요"
    owner.goto(path)
    assert owner.locator(".list-person").count() == 1 and owner.locator(".list-person .badge").count() == 0
    asked.click("main form[action*='/collaborators/'] button")
    asked.wait_for_url("**/lists")
    assert asked.goto(path).status == 404
