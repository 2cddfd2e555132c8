"""Lists replaced in place: whatever a whole new page would have brought is there too."""

from test_preferences import choose, language
from test_finding_a_place import names


def remember_parts(page):
    """The addresses of the lists that scripts ask for from now on."""
    asked = []
    page.on("request", lambda request: "x-fragment" in request.headers and asked.append(request.url))
    return asked


def search(page, words):
    box = page.locator("main input[name=q]")
    box.fill(words)
    box.press("Enter")


def test_the_last_choice_wins_over_a_slower_earlier_one(open_page, site):
    page = open_page("/places")
    held = []
    page.route("**/places?*kind=restaurant*", lambda route: held.append(route))
    page.locator("main summary").click()
    with page.expect_request("**/places?*kind=restaurant*"):
        page.locator("label:has(> input[name=kind][value=restaurant])").click()
    with page.expect_event("requestfailed", lambda request: "kind=restaurant" in request.url):
        page.locator("label:has(> input[name=kind][value=bookshop])").click()
    page.wait_for_url("**kind=bookshop**")
    assert held, "the earlier answer was still awaited"
    assert names(page) == [place["name"] for place in site.read_json("/places?kind=bookshop")["places"]]
    assert page.locator("[data-list].is-loading").count() == 0


def test_the_skip_link_leaves_the_list_alone(open_page):
    page = open_page("/places")
    asked = remember_parts(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/places#main")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert asked == []
    assert page.evaluate("document.activeElement.id") == "main"


def test_going_back_over_a_list_in_place_restores_it(open_page):
    page = open_page("/places")
    before, title = names(page), page.title()
    search(page, "식당")
    page.wait_for_function("old => document.title !== old", arg=title)
    page.go_back()
    page.wait_for_function("old => document.title === old", arg=title)
    assert names(page) == before
    assert page.locator("form[action='/preferences'] input[name=next]").first.input_value() == "/places"


def test_a_list_searched_in_place_has_its_own_title(open_page):
    page = open_page("/places")
    search(page, "식당")
    page.wait_for_url("**q=**")
    page.wait_for_function("() => document.title.includes('식당')")
    title = page.title()
    page.reload()
    assert page.title() == title


def test_language_and_theme_keep_a_list_filtered_in_place(open_page):
    page = open_page("/places")
    page.locator("main summary").click()
    page.locator("label:has(> input[name=kind][value=bookshop])").click()
    page.wait_for_url("**kind=bookshop**")
    found = names(page)
    choose(page, "lang", "en")
    assert "kind=bookshop" in page.url and language(page) == "en"
    assert names(page) == found
    page.locator("main summary").click()
    page.locator("label:has(> input[name=kind][value=restaurant])").click()
    page.wait_for_url("**kind=restaurant**")
    choose(page, "theme", "dark")
    assert "kind=restaurant" in page.url and language(page) == "en"
