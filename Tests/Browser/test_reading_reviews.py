"""Reading what others wrote: filters, votes and one's own, with and without scripts."""

import pytest


def test_a_bar_of_the_histogram_shows_the_reviews_it_counts(user, some):
    page = user.page
    page.goto(f"/places/{some['reviewed']}")
    user.press(".hist a")
    page.wait_for_url("**/reviews?rating=5")
    assert page.locator("article.review").count() == 1
    user.press(".hist a[href$='rating=1']")
    page.wait_for_url("**/reviews?rating=1")
    assert page.locator("article.review").count() == 0
    user.press(".empty a")
    page.wait_for_url("**/reviews")
    assert page.locator("article.review").count() == 1


def test_filters_work_with_and_without_scripts(open_page, some):
    for scripts in (True, False):
        page = open_page(f"/places/{some['reviewed']}/reviews", java_script_enabled=scripts)
        page.check("[name=photos]", force=True)
        if not scripts:
            page.click("main form[action$=reviews] button")
        page.wait_for_url("**/reviews?photos=1*")
        page.wait_for_selector(".empty")
        assert page.locator("article.review").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_a_vote_counts_once_and_is_taken_back(open_page, some, scripts):
    page = open_page(f"/places/{some['reviewed']}", reader="member", java_script_enabled=scripts)
    button = page.locator("article.review button[name=on]")
    for pressed, count in (("true", "1"), ("false", "0")):
        button.click()
        page.wait_for_selector(f"article.review button[name=on][aria-pressed={pressed}]")
        assert button.locator("[data-count]").inner_text() == count


def test_a_visitor_is_led_to_the_login_and_back(open_page, some):
    page = open_page(f"/places/{some['reviewed']}")
    page.click("article.review a[href^='/login']")
    assert page.locator("main [name=next]").get_attribute("value") == f"/places/{some['reviewed']}#r{some['review']}"
